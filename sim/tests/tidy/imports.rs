//! The paths that stand in a source file: in `use` lines, in code and in macros.

use std::iter::Peekable;
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

type Tokens = Peekable<token_stream::IntoIter>;

/// Every path of two names or more.
///
/// # Panics
/// If the text is not Rust.
pub fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    walk(TokenStream::from_str(text).expect("Rust"), &mut found);
    found
}

fn walk(stream: TokenStream, found: &mut Vec<Vec<String>>) {
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            // The scope of a visibility is not an import.
            TokenTree::Ident(word) if word == "in" && is_keyword(tokens.peek()) => {
                path(Vec::new(), &mut tokens, &mut Vec::new());
            }
            TokenTree::Ident(name) => {
                let begun = vec![name.to_string()];
                if comes_colons(&mut tokens) {
                    path(begun, &mut tokens, found);
                }
            }
            TokenTree::Group(group) => walk(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn is_keyword(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Ident(name)) if name == "crate" || name == "super" || name == "self")
}

/// Passes `::`, if it comes next.
fn comes_colons(tokens: &mut Tokens) -> bool {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    if !tokens.peek().is_some_and(is_colon) {
        return false;
    }
    let mut ahead = tokens.clone();
    ahead.next();
    let are_two = ahead.next_if(is_colon).is_some();
    if are_two {
        *tokens = ahead;
    }
    are_two
}

/// Continues a path after its last `::`.
fn path(mut names: Vec<String>, tokens: &mut Tokens, found: &mut Vec<Vec<String>>) {
    loop {
        match tokens.peek() {
            Some(TokenTree::Ident(name)) => {
                names.push(name.to_string());
                tokens.next();
                if !comes_colons(tokens) {
                    break;
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                branches(&names, group.stream(), found);
                tokens.next();
                return;
            }
            _ => break,
        }
    }
    if names.len() > 1 {
        found.push(names);
    }
}

/// The branches of a `use` in braces.
fn branches(stem: &[String], stream: TokenStream, found: &mut Vec<Vec<String>>) {
    let mut tokens = stream.into_iter().peekable();
    while tokens.peek().is_some() {
        path(stem.to_vec(), &mut tokens, found);
        while tokens.next().is_some_and(|token| !matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ',')) {}
    }
}
