/** The purpose of a color. The program around the terminal defines the color of each role. */
export type ColorRole =
  /** Choices, headings, and marks that draw the eye. */
  | 'accent'
  /** Text that matters less than the text around it. */
  | 'muted'
  | 'success'
  | 'warning'
  | 'error'
  /** Lines of a diff. */
  | 'added'
  | 'removed'
  /** Code in a sentence, and code in an unknown language. */
  | 'code'
  /** Parts of highlighted code. */
  | 'keyword'
  | 'literal'
  | 'string'
  | 'name'
  /** The sign before the person's text. */
  | 'user'
  /** The text of an answer. */
  | 'assistant'
  /** Rules and frames. */
  | 'border'
  /** The line with the model and the context. */
  | 'status'
  /** Matches of a search. */
  | 'match'
