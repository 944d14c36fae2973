import type { SessionSummary } from '@hermes/core'
import { createEditSession, type EditSession } from '../../../chat/input/edit-session.js'
import type { Key } from '../../../chat/input/keys.js'
import { type LineBuffer, textOfBuffer } from '../../../chat/input/line-buffer.js'
import { hasTitle, matches, type TextMatches } from './match-session.js'

/** Effect of a key that involves more than the list. */
export type BrowserAction =
  | { readonly type: 'none' }
  | { readonly type: 'leave' }
  | { readonly type: 'suspend' }
  /** The messages must be searched for another text. */
  | { readonly type: 'filter'; readonly text: string }
  | { readonly type: 'resume'; readonly session: SessionSummary }
  | StoreAction

/** Changes or removes a stored session. */
export type StoreAction =
  | { readonly type: 'delete'; readonly session: SessionSummary }
  | { readonly type: 'archive'; readonly session: SessionSummary; readonly archived: boolean }
  | { readonly type: 'rename' | 'export'; readonly session: SessionSummary; readonly text: string }

/** State of the screen. */
export interface BrowserView {
  readonly shown: readonly SessionSummary[]
  readonly total: number
  readonly selected: number
  readonly filter: LineBuffer
  /** Whether letters are text or commands. */
  readonly focus: 'filter' | 'list'
  readonly question?: BrowserQuestion
  readonly notice: string
  /** Matches in the messages of sessions. */
  readonly found: TextMatches
}

export interface BrowserQuestion {
  readonly kind: 'rename' | 'export' | 'delete'
  readonly session: SessionSummary
  /** Input so far; empty for a yes-or-no question. */
  readonly answer: LineBuffer
}

/** Interactive list of sessions: filter, selection, commands. Independent of the terminal and the store. */
export interface SessionBrowser {
  readonly view: BrowserView
  press(key: Key): BrowserAction
  setFound(found: TextMatches): void
  /** Replaces a session that was changed, or removes it. */
  replace(id: string, session: SessionSummary | undefined): void
  say(notice: string): void
}

const none: BrowserAction = { type: 'none' }
const pageRows = 10

export function createSessionBrowser(sessions: readonly SessionSummary[]): SessionBrowser {
  let all = sessions
  let found: TextMatches = new Map()
  let focus: BrowserView['focus'] = 'filter'
  let filter = createEditSession()
  let question: { kind: BrowserQuestion['kind']; session: SessionSummary; edit: EditSession } | undefined
  let notice = ''
  let selectedId = all[0]?.id
  let shown = all

  const filterText = () => textOfBuffer(filter.buffer).trim()
  const selectedIndex = () =>
    Math.max(
      0,
      shown.findIndex(({ id }) => id === selectedId),
    )
  const refresh = () => {
    const place = selectedIndex()
    shown = ranked(all.filter((session) => matches(session, filterText(), found)))
    if (!shown.some(({ id }) => id === selectedId)) selectedId = shown[Math.min(place, shown.length - 1)]?.id
  }
  /** A match in the title ranks above a match in messages. */
  const ranked = (sessions: readonly SessionSummary[]) => {
    const isNamed = (session: SessionSummary) => Number(hasTitle(session, filterText()))
    return filterText() === '' ? sessions : sessions.toSorted((left, right) => isNamed(right) - isNamed(left))
  }
  const move = (by: number): BrowserAction => {
    focus = 'list'
    selectedId = shown[Math.max(0, Math.min(shown.length - 1, selectedIndex() + by))]?.id
    return none
  }
  const refilter = (): BrowserAction => {
    found = new Map()
    // Selects the best match while the user types.
    selectedId = undefined
    refresh()
    return { type: 'filter', text: filterText() }
  }
  const clear = (): BrowserAction => {
    if (filterText() === '') return { type: 'leave' }
    filter = createEditSession()
    focus = 'filter'
    return refilter()
  }
  const type = (key: Key): BrowserAction => {
    focus = 'filter'
    const before = filterText()
    filter.press(key)
    return filterText() === before ? none : refilter()
  }
  const withSelected = (act: (session: SessionSummary) => BrowserAction): BrowserAction => {
    const session = shown[selectedIndex()]
    return session ? act(session) : none
  }
  const ask = (kind: BrowserQuestion['kind'], initial: (session: SessionSummary) => string) =>
    withSelected((session) => {
      question = { kind, session, edit: createEditSession() }
      question.edit.press({ type: 'paste', text: initial(session) })
      return none
    })

  const presses: Readonly<Record<string, () => BrowserAction>> = {
    up: () => move(-1),
    down: () => move(1),
    'ctrl+p': () => move(-1),
    'ctrl+n': () => move(1),
    pageup: () => move(-pageRows),
    pagedown: () => move(pageRows),
    enter: () => withSelected((session) => ({ type: 'resume', session })),
    tab: () => {
      focus = focus === 'list' ? 'filter' : 'list'
      return none
    },
    escape: clear,
    'ctrl+c': () => ({ type: 'leave' }),
    'ctrl+d': () => ({ type: 'leave' }),
    'ctrl+z': () => ({ type: 'suspend' }),
  }
  const listPresses: Readonly<Record<string, () => BrowserAction>> = {
    home: () => move(-shown.length),
    end: () => move(shown.length),
  }
  const commands: Readonly<Record<string, () => BrowserAction>> = {
    a: () => withSelected((session) => ({ type: 'archive', session, archived: !session.archived })),
    r: () => ask('rename', ({ title = '' }) => title),
    e: () => ask('export', ({ id }) => `${id}.md`),
    d: () => ask('delete', () => ''),
    q: () => ({ type: 'leave' }),
    j: () => move(1),
    k: () => move(-1),
    '/': () => {
      focus = 'filter'
      return none
    },
  }
  const answer = (key: Key): BrowserAction => {
    if (!question) return none
    const { kind, session, edit } = question
    const name = key.type === 'press' ? key.name : ''
    const isYes = key.type === 'text' && /^y$/i.test(key.text)
    if (kind === 'delete' || /^((alt\+)?escape|ctrl\+c)$/.test(name)) {
      question = undefined
      return kind === 'delete' && isYes ? { type: 'delete', session } : none
    }
    if (name !== 'enter') {
      edit.press(key)
      return none
    }
    question = undefined
    return { type: kind, session, text: textOfBuffer(edit.buffer).trim() }
  }

  return {
    get view() {
      const asked = question && { kind: question.kind, session: question.session, answer: question.edit.buffer }
      const selected = selectedIndex()
      const rest = { selected, filter: filter.buffer, focus, notice, found }
      return { shown, total: all.length, ...rest, ...(asked && { question: asked }) }
    },
    press(key) {
      notice = ''
      if (question) return answer(key)
      const command = key.type === 'text' && focus === 'list' ? commands[key.text] : undefined
      if (command) return command()
      const isPlain = key.type !== 'press'
      const press = isPlain ? undefined : ((focus === 'list' ? listPresses[key.name] : undefined) ?? presses[key.name])
      return press ? press() : type(key)
    },
    setFound(matched) {
      found = matched
      if (focus === 'filter') selectedId = undefined
      refresh()
    },
    replace(id, session) {
      all = all.flatMap((known) => (known.id === id ? (session ?? []) : known))
      refresh()
    },
    say(text) {
      notice = text
    },
  }
}
