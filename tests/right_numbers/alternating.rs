//! After an abrupt start nothing alternates from step to step for ever.
