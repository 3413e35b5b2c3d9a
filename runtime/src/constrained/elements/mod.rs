//! What acts on the motion: masses, what joints resist with, cables, and loads.
//!
//! An element says which vectors it needs where in the matrix, what it does over a step, the derivatives of
//! that, and what it stores ([`element::Element`]). A new kind is a type in a file of its own, and a line in
//! the list ([`list`]); what belongs to cables only is in [`super::cable`].

pub(super) mod axis;
pub(super) mod ball;
mod element;
pub(super) mod line;
mod list;
pub(super) mod load;
pub(super) mod mass;
pub(super) mod slope_along;

pub(super) use element::{Acted, Element, Stored};
pub(super) use list::{ElementSpans, Elements};
