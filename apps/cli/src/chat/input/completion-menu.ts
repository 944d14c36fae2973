/** One entry of a menu. */
export interface MenuChoice {
  /** Replaces the text from the start of the completed part up to the cursor. */
  readonly text: string
  readonly detail?: string
}

/** Possible completions of the text before the cursor. */
export interface Suggestions {
  /** Start of the part that a choice replaces. */
  readonly start: number
  readonly choices: readonly MenuChoice[]
}

/** Completes the text before the cursor; `undefined` if there is nothing to complete. */
export type Suggest = (before: string) => Suggestions | undefined | Promise<Suggestions | undefined>

/** State of the menu for display. */
export interface MenuView {
  readonly choices: readonly MenuChoice[]
  readonly selected: number
}

/** The completions below the input. They follow the text; a result that arrives after the text has changed is ignored. */
export interface CompletionMenu {
  /** What to show. Absent while the menu is closed. */
  readonly view: MenuView | undefined
  /** Updates the completions after typing has changed the text before the cursor. @returns whether it can be completed. */
  follow(before: string): boolean
  move(step: 1 | -1): void
  /** Whether the user chose the selected entry by moving to it. */
  readonly isChosen: boolean
  /** Returns the text before the cursor with the selected entry. */
  accept(before: string): string
  /** Returns the common beginning of all choices, if it is longer than the text. */
  common(before: string): string | undefined
  close(): void
}

/** @param onChange Called when a slow completion has arrived. */
export function createCompletionMenu(suggest: Suggest, onChange: () => void): CompletionMenu {
  let shown: Suggestions | undefined
  let selected = 0
  let isChosen = false
  let latest = ''

  const show = (suggestions: Suggestions | undefined) => {
    shown = suggestions && suggestions.choices.length > 0 ? suggestions : undefined
    selected = 0
    isChosen = false
  }
  const later = async (coming: Promise<Suggestions | undefined>, before: string) => {
    // A failure counts as no completions, not as an error.
    const suggestions = await coming.catch(() => undefined)
    if (latest !== before) return
    show(suggestions)
    onChange()
  }

  return {
    get view() {
      return shown && { choices: shown.choices, selected }
    },
    get isChosen() {
      return isChosen
    },
    follow(before) {
      latest = before
      const suggestions = suggest(before)
      if (suggestions instanceof Promise) void later(suggestions, before)
      else show(suggestions)
      return suggestions !== undefined
    },
    move(step) {
      const count = shown?.choices.length ?? 0
      if (count === 0) return
      // The first press only takes the entry that is already selected.
      selected = isChosen ? (selected + step + count) % count : step === 1 ? 0 : count - 1
      isChosen = true
    },
    accept(before) {
      const choice = shown?.choices[selected]
      return shown && choice ? before.slice(0, shown.start) + choice.text : before
    },
    common(before) {
      if (!shown) return undefined
      const text = before.slice(0, shown.start) + commonStart(shown.choices.map((choice) => choice.text))
      return text.length > before.length && text.startsWith(before) ? text : undefined
    },
    close() {
      latest = '\u0000'
      show(undefined)
    },
  }
}

function commonStart([first = '', ...rest]: readonly string[]): string {
  let length = first.length
  while (!rest.every((text) => text.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}
