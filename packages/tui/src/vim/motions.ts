import {
  charactersOf,
  firstNonBlank,
  lineEnd,
  lineStart,
  nextOf,
  type Place,
  previousOf,
  wordKind,
} from './characters.js'
import { type Find, findIn, reversed } from './find-in-line.js'
import { endOfRun, nextWord, previousWord, wordEnd } from './word-motions.js'

/** Deletes, changes or copies. */
export type Operator = 'd' | 'c' | 'y'

export interface MotionRequest extends Place {
  /** Absent if none was typed. */
  readonly count?: number
  /** The operator that the motion is for. Absent for a movement. */
  readonly operator?: Operator
  readonly lastFind?: Find
}

/** The target of a motion. `kind`: what an operator takes of it. */
export interface Target {
  readonly to: number
  readonly kind: 'exclusive' | 'inclusive' | 'linewise'
}

/** Returns the target, or `undefined` if there is none and the command is dropped. */
export type Motion = (request: MotionRequest) => Target | undefined

type Step = (text: string, at: number, isBig: boolean) => number

function repeat(step: Step, { text, cursor, count = 1 }: MotionRequest, isBig: boolean): number {
  let at = cursor
  for (let done = 0; done < count; done++) {
    const next = step(text, at, isBig)
    if (next === at) break
    at = next
  }
  return at
}

const inLine =
  (direction: 'left' | 'right'): Motion =>
  ({ text, cursor, count = 1 }) => {
    const limit = direction === 'left' ? lineStart(text, cursor) : lineEnd(text, cursor)
    let to = cursor
    for (let done = 0; done < count && to !== limit; done++)
      to = direction === 'left' ? previousOf(text, to) : nextOf(text, to)
    return to === cursor ? undefined : { to, kind: 'exclusive' }
  }

/** A change ends at the end of the word, and no operator on words includes the last line break. */
const wordForward =
  (isBig: boolean): Motion =>
  (request) => {
    const { text, cursor, count = 1, operator } = request
    if (operator === undefined) return { to: repeat(nextWord, request, isBig), kind: 'exclusive' }
    const last = repeat(nextWord, { ...request, count: count - 1 }, isBig)
    const isWord = wordKind(text, last, isBig) !== 'space'
    const to = operator === 'c' && isWord ? endOfRun(text, last, isBig) : nextWord(text, last, isBig)
    const end = lineEnd(text, last)
    return { to: to > end && last < end ? end : Math.max(to, cursor), kind: 'exclusive' }
  }

const wordBack =
  (isBig: boolean): Motion =>
  (request) => {
    const to = repeat(previousWord, request, isBig)
    return to === request.cursor ? undefined : { to, kind: 'exclusive' }
  }

const toWordEnd =
  (isBig: boolean): Motion =>
  (request) => ({ to: repeat(wordEnd, request, isBig), kind: 'inclusive' })

/** Moves to about the same column of a line above or below. */
const vertical =
  (direction: 1 | -1): Motion =>
  ({ text, cursor, count = 1 }) => {
    const column = charactersOf(text.slice(lineStart(text, cursor), cursor)).length
    let start = lineStart(text, cursor)
    for (let done = 0; done < count; done++) {
      if (direction === 1 && lineEnd(text, start) === text.length) return undefined
      if (direction === -1 && start === 0) return undefined
      start = direction === 1 ? lineEnd(text, start) + 1 : lineStart(text, start - 1)
    }
    const before = charactersOf(text.slice(start, lineEnd(text, start))).slice(0, column)
    return { to: start + before.join('').length, kind: 'linewise' }
  }

const toLine =
  (usual: 'first' | 'last'): Motion =>
  ({ text, count }) => {
    const lines = text.split('\n')
    const line = Math.min(count ?? (usual === 'first' ? 1 : lines.length), lines.length)
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
    return { to: firstNonBlank(text, start), kind: 'linewise' }
  }

const findAgain =
  (isBack: boolean): Motion =>
  (request) => {
    const { lastFind } = request
    return lastFind && findIn(request, isBack ? reversed(lastFind) : lastFind, { isAgain: true })
  }

/** The motions without an argument, by their keys. */
export const motions: Readonly<Record<string, Motion>> = {
  h: inLine('left'),
  l: inLine('right'),
  ' ': inLine('right'),
  j: vertical(1),
  k: vertical(-1),
  w: wordForward(false),
  W: wordForward(true),
  b: wordBack(false),
  B: wordBack(true),
  e: toWordEnd(false),
  E: toWordEnd(true),
  '0': ({ text, cursor }) => ({ to: lineStart(text, cursor), kind: 'exclusive' }),
  '^': ({ text, cursor }) => ({ to: firstNonBlank(text, cursor), kind: 'exclusive' }),
  $: ({ text, cursor }) => ({ to: lineEnd(text, cursor), kind: 'exclusive' }),
  gg: toLine('first'),
  G: toLine('last'),
  ';': findAgain(false),
  ',': findAgain(true),
}
