//! Stub header.
