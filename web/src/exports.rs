//! The functions that JavaScript calls: `allocate`, `call` and `free`.
//!
//! A text is passed as an address and a length in bytes of UTF-8. `call` returns the address of an answer, which begins
//! with its length in four bytes.

#![expect(unsafe_code, reason = "JavaScript knows addresses, not references")]

use std::alloc::{Layout, alloc, dealloc};
use std::ptr;
use std::slice;

use crate::call::answer;

/// The bytes before an answer that hold its length.
const LENGTH: usize = 4;

/// Allocates this many bytes; returns a null pointer on failure.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    match Layout::array::<u8>(length) {
        // SAFETY: the layout has a size above 0.
        Ok(layout) if length > 0 => unsafe { alloc(layout) },
        _ => ptr::null_mut(),
    }
}

/// Frees this many bytes.
///
/// # Safety
/// The address must come from [`allocate`] with this length, or be that of an answer with its whole length, and must
/// not be used afterwards.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(address: *mut u8, length: usize) {
    if let Ok(layout) = Layout::array::<u8>(length)
        && length > 0
    {
        // SAFETY: the caller guarantees that it was allocated like this.
        unsafe { dealloc(address, layout) };
    }
}

/// Answers the call in this text.
///
/// The answer must be freed with [`free`], including the four bytes of its length.
///
/// # Safety
/// This many bytes at the address must be initialized, and must not be written during the call.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(address: *const u8, length: usize) -> *mut u8 {
    // SAFETY: guaranteed by the caller.
    let text = unsafe { slice::from_raw_parts(address, length) };
    let answer = answer(&String::from_utf8_lossy(text));
    let whole = allocate(LENGTH + answer.len());
    if whole.is_null() {
        return whole;
    }
    // SAFETY: the space was just allocated for both parts, and overlaps neither.
    unsafe {
        ptr::copy_nonoverlapping((answer.len() as u32).to_le_bytes().as_ptr(), whole, LENGTH);
        ptr::copy_nonoverlapping(answer.as_ptr(), whole.add(LENGTH), answer.len());
    }
    whole
}
