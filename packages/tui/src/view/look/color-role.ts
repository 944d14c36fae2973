/** What a colour is for. The program that runs the terminal says which colour each of them is. */
export type ColorRole =
  /** What can be chosen, headings, and marks that draw the eye. */
  | 'accent'
  /** What matters less than the text around it. */
  | 'muted'
  | 'success'
  | 'warning'
  | 'error'
  /** Lines of a diff. */
  | 'added'
  | 'removed'
  /** Code in a sentence, and code of an unknown language. */
  | 'code'
  /** Parts of highlighted code. */
  | 'keyword'
  | 'literal'
  | 'string'
  | 'name'
  /** The sign before what the person wrote. */
  | 'user'
  /** The text of an answer. */
  | 'assistant'
  /** Rules and frames. */
  | 'border'
  /** The line that tells the model and the context. */
  | 'status'
  /** What a search found. */
  | 'match'
