import type { Translate } from '@hermes/safety/language'
import { createCompletionMenu, type MenuView, type Suggest, type Suggestions } from './completion-menu.js'
import { editKeys } from './edit-keys.js'
import { createFoldedPastes } from './folded-pastes.js'
import { fuzzyMatches } from './fuzzy-match.js'
import { ghostText } from './ghost-text.js'
import type { Key } from './keys.js'
import {
  bufferOf,
  type Edit,
  emptyBuffer,
  erase,
  insert,
  type LineBuffer,
  move,
  moveLine,
  textOfBuffer,
} from './line-buffer.js'
import { createRecall } from './recall.js'

/** Outcome of a prompt. */
export type Answer =
  | { readonly type: 'text'; readonly text: string }
  /** Ctrl+C was pressed on an empty text. */
  | { readonly type: 'cancel' }
  /** Ctrl+D was pressed on an empty text. */
  | { readonly type: 'end' }

/** What the terminal must do after a key. */
export type EditOutcome =
  | { readonly type: 'changed' }
  | { readonly type: 'answered'; readonly answer: Answer }
  /** `cleared`: Ctrl+C removed the text. `edit`: another program should edit the text. `paste-image`: the image in the clipboard should be attached. */
  | { readonly type: 'cleared' | 'clear-screen' | 'suspend' | 'escape' | 'edit' | 'paste-image' }

export interface EditSession {
  readonly buffer: LineBuffer
  /** Completions below the input. Absent if there are none. */
  readonly menu: MenuView | undefined
  /** Suggested continuation after the cursor at the end of the text; empty if there is none. */
  readonly ghost: string
  /** Text with every paste in full. */
  readonly text: string
  /** Mode of an editor that has modes, and the keys of an incomplete command. */
  readonly mode?: { readonly name: 'insert' | 'normal'; readonly pending: string } | undefined
  /** Sets the text and the position of the cursor. */
  edit(buffer: LineBuffer): void
  /** Replaces the whole text. */
  replace(text: string): void
  press(key: Key): EditOutcome
}

export interface EditSessionOptions {
  /** Earlier texts for Up, Down and Ctrl+R, oldest first. */
  readonly history?: readonly string[]
  readonly suggest?: Suggest
  /** Language of the user. Default: English. */
  readonly t?: Translate
  /** Whether the history completes typed text. Default: false. */
  readonly hasGhosts?: boolean
  /** Takes back the text that was submitted last, on Up in an empty text; `undefined` if there is none. */
  readonly takeBack?: () => Promise<string | undefined> | undefined
  /** Drafts put aside with Ctrl+S, oldest first. Changed in place, so that they outlive the prompt. */
  readonly drafts?: string[]
  /** Called when slow work has changed the text or its completions. */
  readonly onChange?: () => void
}

const changed = { type: 'changed' } as const
const shownHistory = 50

/** Keys that accept all or one word of the ghost text. */
const ghostKeys: Readonly<Record<string, Edit>> = {
  right: move.lineEnd,
  'ctrl+f': move.lineEnd,
  end: move.lineEnd,
  'ctrl+e': move.lineEnd,
  'ctrl+right': move.wordRight,
  'alt+right': move.wordRight,
  'alt+f': move.wordRight,
}

/** Edits one text key by key: Emacs keys, several lines, history and completion. Independent of the terminal. */
export function createEditSession(options: EditSessionOptions = {}): EditSession {
  const { history = [], suggest, hasGhosts = false, takeBack, drafts, onChange = () => undefined } = options
  const pastes = createFoldedPastes(options.t)
  let buffer: LineBuffer = emptyBuffer
  let recall = createRecall(history)
  let beforeSearch: LineBuffer | undefined
  let isAfterCtrlX = false
  /** Text for which Tab was pressed before its completions arrived. */
  let tabbed: string | undefined

  const searchHistory = (query: string): Suggestions => {
    const newestFirst = [...new Set(history.toReversed())]
    return { start: 0, choices: fuzzyMatches(query, newestFirst, shownHistory).map((text) => ({ text })) }
  }
  const menu = createCompletionMenu(
    (before) => (beforeSearch ? searchHistory(before) : suggest?.(before)),
    () => {
      if (tabbed === buffer.before && menu.view) tab()
      onChange()
    },
  )

  const change = (next: LineBuffer): EditOutcome => {
    buffer = next
    return changed
  }
  /** Applies a change by typing, which the completions follow. */
  const type = (next: LineBuffer): EditOutcome => {
    buffer = next
    menu.follow(buffer.before)
    return changed
  }
  const endSearch = () => {
    beforeSearch = undefined
    menu.close()
  }
  const accept = (): EditOutcome => {
    const isSearch = beforeSearch !== undefined
    const accepted = menu.accept(buffer.before)
    endSearch()
    return change(isSearch ? bufferOf(pastes.fold(accepted)) : { before: accepted, after: buffer.after })
  }
  const enter = (): EditOutcome => {
    if (menu.view && (menu.isChosen || beforeSearch)) return accept()
    endSearch()
    // A backslash at the very end starts another line.
    if (buffer.after === '' && buffer.before.endsWith('\\')) return change(insert('\n')(erase.left(buffer)))
    return { type: 'answered', answer: { type: 'text', text: pastes.expand(textOfBuffer(buffer)) } }
  }
  const vertical = (direction: 'up' | 'down'): EditOutcome => {
    if (menu.view) {
      menu.move(direction === 'up' ? -1 : 1)
      return changed
    }
    const moved = moveLine(buffer, direction)
    if (moved) return change(moved)
    const coming = direction === 'up' && textOfBuffer(buffer) === '' ? takeBack?.() : undefined
    if (coming) {
      void taken(coming)
      return changed
    }
    const recalled = recall.step(direction, textOfBuffer(buffer))
    return recalled === undefined ? changed : change(bufferOf(pastes.fold(recalled)))
  }
  /** Text typed in the meantime follows the text that was taken back. */
  const taken = async (coming: Promise<string | undefined>) => {
    const text = await coming.catch(() => undefined)
    if (text === undefined) return
    const typed = textOfBuffer(buffer)
    const folded = pastes.fold(text)
    buffer = typed === '' ? bufferOf(folded) : { before: `${folded}\n${buffer.before}`, after: buffer.after }
    onChange()
  }
  const tab = (): EditOutcome => {
    tabbed = undefined
    if (!menu.view && !menu.follow(buffer.before)) return change(insert('  ')(buffer))
    if (!menu.view) {
      tabbed = buffer.before
      return changed
    }
    const common = menu.isChosen || beforeSearch ? undefined : menu.common(buffer.before)
    if (common !== undefined && menu.view.choices.length > 1) return type({ ...buffer, before: common })
    accept()
    // Arguments follow a complete command name.
    return /^\/\S+$/.test(buffer.before) && buffer.after === '' ? type(insert(' ')(buffer)) : changed
  }
  const leaveMenu = (): EditOutcome => {
    if (beforeSearch) buffer = beforeSearch
    else if (!menu.view) return { type: 'escape' }
    endSearch()
    return changed
  }
  const search = (): EditOutcome => {
    if (history.length === 0) return changed
    if (beforeSearch) return vertical('down')
    beforeSearch = buffer
    buffer = bufferOf(textOfBuffer(buffer))
    menu.follow(buffer.before)
    return changed
  }
  const stash = (): EditOutcome => {
    const text = pastes.expand(textOfBuffer(buffer))
    if (text.trim() === '') return change(bufferOf(pastes.fold(drafts?.pop() ?? '')))
    drafts?.push(text)
    return drafts ? change(emptyBuffer) : changed
  }
  const clear = (): EditOutcome => {
    endSearch()
    if (textOfBuffer(buffer) === '') return { type: 'answered', answer: { type: 'cancel' } }
    recall = createRecall(history)
    buffer = emptyBuffer
    return { type: 'cleared' }
  }
  const eraseLeft = (): EditOutcome => {
    const paste = pastes.nameAtEnd(buffer.before)
    if (paste === undefined) return type(erase.left(buffer))
    return change({ ...buffer, before: buffer.before.slice(0, -paste.length) })
  }
  const endOrDelete = (): EditOutcome =>
    textOfBuffer(buffer) === '' ? { type: 'answered', answer: { type: 'end' } } : type(erase.right(buffer))

  const ghost = () => {
    const isFree = hasGhosts && buffer.after === '' && !menu.view && !beforeSearch
    return isFree ? ghostText(buffer.before, history) : ''
  }
  const takeGhost = (name: string): EditOutcome | undefined => {
    const take = ghostKeys[name]
    const rest = take ? ghost() : ''
    return take && rest !== '' ? type(bufferOf(take({ before: buffer.before, after: rest }).before)) : undefined
  }

  const actions: Readonly<Record<string, () => EditOutcome>> = {
    enter,
    tab,
    escape: leaveMenu,
    up: () => vertical('up'),
    down: () => vertical('down'),
    'ctrl+p': () => vertical('up'),
    'ctrl+n': () => vertical('down'),
    'ctrl+r': search,
    'ctrl+s': stash,
    'ctrl+g': () => ({ type: 'edit' }),
    'ctrl+v': () => ({ type: 'paste-image' }),
    'alt+v': () => ({ type: 'paste-image' }),
    'ctrl+c': clear,
    'ctrl+d': endOrDelete,
    'ctrl+l': () => ({ type: 'clear-screen' }),
    'ctrl+z': () => ({ type: 'suspend' }),
    'ctrl+x': () => {
      isAfterCtrlX = true
      return changed
    },
    backspace: eraseLeft,
    'ctrl+h': eraseLeft,
  }

  return {
    get buffer() {
      return buffer
    },
    get menu() {
      return menu.view
    },
    get ghost() {
      return ghost()
    },
    get text() {
      return pastes.expand(textOfBuffer(buffer))
    },
    edit(next) {
      endSearch()
      buffer = next
    },
    replace(text) {
      endSearch()
      buffer = bufferOf(pastes.fold(text))
    },
    press(key) {
      const wasAfterCtrlX = isAfterCtrlX
      isAfterCtrlX = false
      if (key.type === 'text') return type(insert(key.text)(buffer))
      if (key.type === 'paste') {
        endSearch()
        return change(insert(pastes.fold(key.text))(buffer))
      }
      if (wasAfterCtrlX && key.name === 'ctrl+e') return { type: 'edit' }
      const withGhost = takeGhost(key.name)
      if (withGhost) return withGhost
      const action = actions[key.name]
      if (action) return action()
      const edit = editKeys[key.name]
      return edit ? type(edit(buffer)) : changed
    },
  }
}
