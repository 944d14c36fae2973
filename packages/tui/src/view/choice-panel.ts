import {
  type Component,
  fuzzyFilter,
  matchesKey,
  type SelectItem,
  SelectList,
  wrapTextWithAnsi,
} from '@earendil-works/pi-tui'
import { type Look, listTheme } from './look.js'

export interface ChoiceQuestion {
  /** Styled rows above the options. */
  readonly rows: readonly string[]
  readonly items: readonly SelectItem[]
  /** Whether what was typed is an answer if it matches no option. Default false. */
  readonly takesText?: boolean
}

/** How many options are shown at once. */
const shownItems = 12

/** A question with options, in place of the input. Typing filters the options. */
export class ChoicePanel implements Component {
  readonly #question: ChoiceQuestion
  readonly #look: Look
  readonly #choose: (value: string | undefined) => void
  #list: SelectList
  #typed = ''

  /** `choose` gets `undefined` for Escape. */
  constructor(question: ChoiceQuestion, look: Look, choose: (value: string | undefined) => void) {
    this.#question = question
    this.#look = look
    this.#choose = choose
    this.#list = this.#filtered()
  }

  handleInput(data: string): void {
    const isText = this.#question.takesText && this.#list.getSelectedItem() === null
    if (isText && matchesKey(data, 'enter') && this.#typed !== '') this.#choose(this.#typed)
    else if (matchesKey(data, 'backspace')) this.#type([...this.#typed].slice(0, -1).join(''))
    else if (/^[^\p{Cc}]+$/u.test(data)) this.#type(this.#typed + data)
    else this.#list.handleInput(data)
  }

  render(width: number): string[] {
    const { border, muted } = this.#look.style
    const rows = this.#question.rows.flatMap((row) => wrapTextWithAnsi(row, width))
    const typed = this.#typed === '' ? [] : wrapTextWithAnsi(`${muted('›')} ${this.#typed}`, width)
    return [border('─'.repeat(width)), ...rows, ...typed, ...this.#list.render(width), border('─'.repeat(width))]
  }

  invalidate(): void {
    this.#list.invalidate()
  }

  #type(typed: string): void {
    this.#typed = typed
    this.#list = this.#filtered()
  }

  #filtered(): SelectList {
    const { items } = this.#question
    const found = this.#typed === '' ? [...items] : fuzzyFilter([...items], this.#typed, ({ label }) => label)
    const list = new SelectList(found, shownItems, listTheme(this.#look))
    list.onSelect = ({ value }) => this.#choose(value)
    list.onCancel = () => this.#choose(undefined)
    return list
  }
}
