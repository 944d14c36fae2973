/** The reply to a question. */
export type Reply<Value> =
  | { readonly type: 'answer'; readonly value: Value }
  /** Escape: the previous question again. */
  | { readonly type: 'back' }
  /** Ctrl+C, or the terminal is gone. */
  | { readonly type: 'leave' }

export interface PromptOption<Value> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

export interface ChoiceQuestion<Value> {
  readonly question: string
  readonly options: readonly PromptOption<Value>[]
  /** Selected at first. Default: the first option. */
  readonly initial?: Value
}

export interface SearchQuestion<Value> extends Omit<ChoiceQuestion<Value>, 'initial'> {
  /** The option for a text that is not in the list. Absent: only listed options can be chosen. */
  readonly typed?: (text: string) => PromptOption<Value>
}

export interface TextQuestion {
  readonly question: string
  readonly initial?: string
  /** Shown while nothing is typed. */
  readonly placeholder?: string
  /** Why a text is not accepted; `undefined`: it is. */
  readonly problemOf?: (text: string) => string | undefined
}

/** Questions to a person on a terminal, one after the other. */
export interface Prompts {
  /** Chooses one option. */
  choose<Value>(question: ChoiceQuestion<Value>): Promise<Reply<Value>>
  /** Chooses one option of a long list, which the person filters by typing. */
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
