//! The shape of a table of texts: each key has its English and its French.

export type Texts = Record<string, readonly [english: string, french: string]>;
