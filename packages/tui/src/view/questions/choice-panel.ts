import {
  type Component,
  fuzzyFilter,
  matchesKey,
  type SelectItem,
  SelectList,
  wrapTextWithAnsi,
} from '@earendil-works/pi-tui'
import { pastedText } from '../input/pasted-text.js'
import { type Look, listTheme } from '../look/look.js'

export interface ChoiceItem extends SelectItem {
  /** An alternative text that can be typed to choose the option. */
  readonly alias?: string
}

export interface ChoiceQuestion {
  /** Draws styled rows above the options, none wider than this. */
  rows(width: number): readonly string[]
  readonly items: readonly ChoiceItem[]
  /** The value of the option that is selected at first. Default: that of the first one. */
  readonly selected?: string
  /**
   * Describes what Enter does with a text that no option starts with: the text is the answer. Default: options are
   * found by a few of their letters, and a text is not an answer.
   */
  readonly textHint?: string
}

/** Maximum number of options shown at once. */
const shownItems = 12

/** The labels take as many columns as the longest needs, and the descriptions take the rest. */
const labelColumns = { minPrimaryColumnWidth: 1, maxPrimaryColumnWidth: 52 }

/** A question with options, in place of the input. Typing filters the options. */
export class ChoicePanel implements Component {
  readonly #question: ChoiceQuestion
  readonly #look: Look
  readonly #choose: (value: string | undefined) => void
  #list: SelectList
  #typed = ''

  /** @param choose Called with `undefined` for Escape. */
  constructor(question: ChoiceQuestion, look: Look, choose: (value: string | undefined) => void) {
    this.#question = question
    this.#look = look
    this.#choose = choose
    this.#list = this.#filtered()
    const { items, selected } = question
    this.#list.setSelectedIndex(items.findIndex(({ value }) => value === selected))
  }

  handleInput(data: string): void {
    const pasted = pastedText(data)
    const isText = this.#question.textHint !== undefined && this.#hasNone
    if (isText && matchesKey(data, 'enter') && this.#typed !== '') this.#choose(this.#typed)
    else if (matchesKey(data, 'backspace')) this.#type([...this.#typed].slice(0, -1).join(''))
    else if (pasted !== undefined) this.#type(this.#typed + pasted)
    else if (/^[^\p{Cc}]+$/u.test(data)) this.#type(this.#typed + data)
    else this.#list.handleInput(data)
  }

  render(width: number): string[] {
    const { t } = this.#look
    const { border, muted } = this.#look.style
    const { rows, textHint = t`Nothing matches.` } = this.#question
    const typed = this.#typed === '' ? [] : wrapTextWithAnsi(`${muted('›')} ${this.#look.clean(this.#typed)}`, width)
    const list = this.#hasNone ? wrapTextWithAnsi(muted(`  ${textHint}`), width) : this.#list.render(width)
    return [border('─'.repeat(width)), ...rows(width), ...typed, ...list, border('─'.repeat(width))]
  }

  invalidate(): void {
    this.#list.invalidate()
  }

  get #hasNone(): boolean {
    return this.#list.getSelectedItem() === null
  }

  #type(typed: string): void {
    this.#typed = typed
    this.#list = this.#filtered()
  }

  #filtered(): SelectList {
    const list = new SelectList(this.#found(), shownItems, listTheme(this.#look), labelColumns)
    list.onSelect = ({ value }) => this.#choose(value)
    list.onCancel = () => this.#choose(undefined)
    return list
  }

  /** Where a text may be the answer, a few letters of it must not choose an option. */
  #found(): ChoiceItem[] {
    const { items, textHint } = this.#question
    if (this.#typed === '') return [...items]
    if (textHint === undefined) return fuzzyFilter([...items], this.#typed, ({ label }) => label)
    const typed = this.#typed.trim().toLowerCase()
    return items.filter(({ label, alias = '' }) => [label, alias].some((name) => name.toLowerCase().startsWith(typed)))
  }
}
