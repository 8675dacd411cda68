//! The functions that JavaScript calls: `allocate`, `call` and `free`.
//!
//! A text is an address and a length in bytes of UTF-8. `call` returns the address of an answer, which begins with its length in four bytes.

#![expect(unsafe_code, reason = "JavaScript knows addresses, not references")]

use std::alloc::{Layout, alloc, dealloc};
use std::ptr;
use std::slice;

use crate::call::answer;

/// The bytes before an answer that hold its length.
const LENGTH: usize = 4;

/// Space for so many bytes; a null pointer if there is none.
// SAFETY: the name is that of no other function.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    match Layout::array::<u8>(length) {
        // SAFETY: the layout has a size above 0.
        Ok(layout) if length > 0 => unsafe { alloc(layout) },
        _ => ptr::null_mut(),
    }
}

/// Gives back space of so many bytes.
///
/// # Safety
/// The address comes from [`allocate`] with this length or is that of an answer with its whole length, and is not used afterwards.
// SAFETY: the name is that of no other function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(address: *mut u8, length: usize) {
    if let Ok(layout) = Layout::array::<u8>(length)
        && length > 0
    {
        // SAFETY: the caller says that it was allocated like this.
        unsafe { dealloc(address, layout) };
    }
}

/// Answers the call in this text. The answer is to be given back by [`free`], with the four bytes of its length.
///
/// # Safety
/// So many bytes at the address are initialized, and nobody writes them meanwhile.
// SAFETY: the name is that of no other function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(address: *const u8, length: usize) -> *mut u8 {
    // SAFETY: the caller says so.
    let text = unsafe { slice::from_raw_parts(address, length) };
    let answer = answer(&String::from_utf8_lossy(text));
    let whole = allocate(LENGTH + answer.len());
    if whole.is_null() {
        return whole;
    }
    // SAFETY: the space was just made for both parts, and overlaps neither.
    unsafe {
        ptr::copy_nonoverlapping((answer.len() as u32).to_le_bytes().as_ptr(), whole, LENGTH);
        ptr::copy_nonoverlapping(answer.as_ptr(), whole.add(LENGTH), answer.len());
    }
    whole
}
