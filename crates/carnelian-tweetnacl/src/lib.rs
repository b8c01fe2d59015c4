//! The functions of TweetNaCl, under its names.
