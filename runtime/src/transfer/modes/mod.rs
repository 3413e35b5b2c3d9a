//! Small motions of chains and trees by sweeps, without a stiffness matrix: every frequency to the digits that its parts have.
//!
//! An assembled matrix loses as many digits as its condition has, which grows with the fourth power of the length of a chain that bends.
//! Sweeps alternate between masses added to stiffnesses and springs in series, which is exact for parts that differ in their last
//! digit; so squares of frequencies are as well.
//!
//! | file | holds |
//! |---|---|
//! | `members` | bodies and joints as plain numbers, what they store in a motion |
//! | `front` | the sweep that counts, with pivots that are delayed |
//! | `solution` | the sweeps that find a motion under forces |
//! | `search` | modes from both |
//! | `hidden` | slow ones that rounding hides |
//! | `given` | what an input does to them |
//! | `swing` | the motion that an input keeps up, with dampers |
//! | `scaled` | the same with other last digits |

mod front;
mod given;
mod hidden;
mod members;
mod scaled;
mod search;
mod solution;
mod swing;
#[cfg(test)]
mod tests;

pub(crate) use given::{Acting, Given, Pushes};
pub(crate) use members::{Driven, Freedom, Member, Members, Motion};
pub(crate) use search::{Cancelled, Swept};
