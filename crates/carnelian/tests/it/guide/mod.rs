//! The pages of docs/guide/ on functions: that they say what is there.

mod coming_from;
mod function_map;
