import { type KeyId, matchesKey } from '@earendil-works/pi-tui'
import type { GhostEditor } from '../input/ghost-editor.js'
import type { Waiting } from '../questions/waiting-panels.js'
import type { ScreenActions } from './screen-actions.js'

/** What keys change in a screen. */
export interface KeyTarget {
  readonly editor: GhostEditor
  /** The question in place of the input. */
  readonly asked: Waiting | undefined
  /** The question in front of all sessions. */
  readonly overlay: Waiting | undefined
  /** Whether the first session is not open yet. */
  readonly isOpening: boolean
  /** Whether prompts wait for the end of the turn. */
  readonly hasQueued: boolean
  /** Empties the input. */
  clear(): void
  /** Folds or unfolds the tool cards. */
  fold(): void
  /** Puts the prompt aside, or restores the one that was put aside last. */
  putAside(): void
  /** Redraws the screen over what another program has written. */
  redraw(): void
}

/** Handles a key. @returns false if it is left to the input or the question. */
type Handle = () => boolean

/** Two presses of Ctrl+C within this time, in milliseconds, leave the program. */
const leaveWithinMs = 2_000

/** The keys of a screen other than those of its input. */
export class ScreenKeys {
  readonly #target: KeyTarget
  readonly #actions: ScreenActions
  readonly #handles: readonly (readonly [KeyId, Handle])[]
  #lastCancelMs = Number.NEGATIVE_INFINITY
  /** The session switch that the latest key has requested. */
  #switching: AbortController | undefined

  constructor(target: KeyTarget, actions: ScreenActions) {
    this.#target = target
    this.#actions = actions
    const { editor } = target
    const free = (handle: () => void): Handle => this.#ifFree(() => true, handle)
    const pasteImage = free(() => actions.pasteImage())
    this.#handles = [
      ['ctrl+c', () => this.#cancel()],
      ['ctrl+x', always(() => this.#switchSession())],
      ['ctrl+z', always(() => actions.suspend())],
      ['ctrl+l', always(() => target.redraw())],
      ['ctrl+t', always(() => this.#showAgents())],
      ['ctrl+o', () => this.#fold()],
      ['ctrl+g', free(() => actions.editElsewhere())],
      ['ctrl+f', free(() => actions.showSearch())],
      ['ctrl+s', free(() => target.putAside())],
      ['ctrl+v', pasteImage],
      ['alt+v', pasteImage],
      // In normal mode, it is redo.
      [
        'ctrl+r',
        this.#ifFree(
          () => !editor.isInNormalMode,
          () => actions.recall(),
        ),
      ],
      [
        'up',
        this.#ifFree(
          () => this.#isEmpty && target.hasQueued,
          () => actions.takeBack(),
        ),
      ],
      [
        'ctrl+d',
        this.#ifFree(
          () => this.#isEmpty,
          () => actions.leave(),
        ),
      ],
      ['escape', () => this.#interrupt()],
    ]
  }

  /** Handles a key. @returns whether the key was one of these. */
  press(data: string): boolean {
    const switching = this.#switching
    this.#switching = undefined
    if (switching && matchesKey(data, 'ctrl+e')) {
      switching.abort()
      if (!this.#target.asked) this.#actions.editElsewhere()
      return true
    }
    const [, handle] = this.#handles.find(([key]) => matchesKey(data, key)) ?? []
    return handle?.() ?? false
  }

  get #isEmpty(): boolean {
    return this.#target.editor.getText() === ''
  }

  #ifFree(isOn: () => boolean, handle: () => void): Handle {
    return () => {
      const isTaken = this.#target.asked === undefined && isOn()
      if (isTaken) handle()
      return isTaken
    }
  }

  /** Opens the list of sessions. Ctrl+X Ctrl+E takes back the list that Ctrl+X has opened or is about to open. */
  #switchSession(): void {
    const { overlay } = this.#target
    if (overlay) {
      overlay.cancel()
      return
    }
    this.#switching = new AbortController()
    this.#actions.switchSession(this.#switching.signal)
  }

  #showAgents(): void {
    const { asked } = this.#target
    if (asked?.givesWay) asked.cancel()
    else if (!asked) this.#actions.showAgents()
  }

  /** Folds or unfolds. A panel with its own transcript folds that one. */
  #fold(): boolean {
    if (this.#target.asked?.givesWay) return false
    this.#target.fold()
    return true
  }

  #interrupt(): boolean {
    const { asked, editor } = this.#target
    if (asked || editor.isShowingAutocomplete() || editor.takesEscape) return false
    return this.#actions.interrupt()
  }

  #cancel(): boolean {
    const { asked, overlay } = this.#target
    if (asked && (asked.givesWay || asked === overlay)) {
      asked.cancel()
      return true
    }
    const nowMs = performance.now()
    const isSecond = nowMs - this.#lastCancelMs < leaveWithinMs
    this.#lastCancelMs = nowMs
    const hasText = !this.#isEmpty
    if (hasText) this.#target.clear()
    const wasBusy = !hasText && this.#actions.interrupt()
    if (hasText || wasBusy) return true
    if (isSecond || this.#target.isOpening) this.#actions.leave()
    else this.#actions.tellHowToLeave()
    return true
  }
}

function always(handle: () => void): Handle {
  return () => {
    handle()
    return true
  }
}
