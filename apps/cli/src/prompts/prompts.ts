/** Reply to a question. */
export type Reply<Value> =
  | { readonly type: 'answer'; readonly value: Value }
  /** Escape: ask the previous question again. */
  | { readonly type: 'back' }
  /** Ctrl+C was pressed, or the terminal was closed. */
  | { readonly type: 'leave' }

export interface PromptOption<Value> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

export interface ChoiceQuestion<Value> {
  readonly question: string
  readonly options: readonly PromptOption<Value>[]
  /** Value selected at first. Default: the first option. */
  readonly initial?: Value
}

export interface SearchQuestion<Value> extends Omit<ChoiceQuestion<Value>, 'initial'> {
  /** Returns the option for a text that is not in the list. Absent: only listed options can be chosen. */
  readonly typed?: (text: string) => PromptOption<Value>
}

export interface TextQuestion {
  readonly question: string
  readonly initial?: string
  /** Text shown while the input is empty. */
  readonly placeholder?: string
  /** Returns why a text is rejected; `undefined` if it is accepted. */
  readonly problemOf?: (text: string) => string | undefined
}

/** Asks the user questions on a terminal, one at a time. */
export interface Prompts {
  /** Chooses one option. */
  choose<Value>(question: ChoiceQuestion<Value>): Promise<Reply<Value>>
  /** Chooses one option of a long list, which the user filters by typing. */
  search<Value>(question: SearchQuestion<Value>): Promise<Reply<Value>>
  /** Chooses any number of options. */
  chooseMany<Value>(
    question: Omit<ChoiceQuestion<Value>, 'initial'> & { readonly selected: readonly Value[] },
  ): Promise<Reply<readonly Value[]>>
  /** Reads one line. */
  text(question: TextQuestion): Promise<Reply<string>>
  /** Reads one line without showing it. */
  secret(question: Pick<TextQuestion, 'question' | 'problemOf'>): Promise<Reply<string>>
  say(kind: 'info' | 'success' | 'warning' | 'error', text: string): void
}
