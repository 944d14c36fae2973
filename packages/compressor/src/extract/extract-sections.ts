import type { Steps } from '@hermes/safety'
import { oneLine } from '../prune/describe-call.js'
import { completedActions, openFailures, unfinishedActions } from './actions.js'
import { criticalFacts, joinIndexes } from './critical-facts.js'
import type { Cue } from './cue-words.js'
import { relevantFiles } from './files.js'
import type { IsFocused } from './focus.js'
import { describeOutcome, type History, type Said } from './history.js'
import { continueNumbers, mergeLines, withoutMark } from './merge-lines.js'
import { pendingAsks, resolvedQuestions } from './questions.js'
import { currentSections, type SectionName, type Sections, sectionNames, toSections } from './sections.js'
import { type Sentence, sentencesOf } from './sentences.js'
import { activeTask, goal } from './task.js'
import { newestTodos } from './todo-list.js'
import { keepTelling } from './worth.js'

export interface UserMessages {
  /** The user's messages from all messages, including kept ones. */
  readonly all: readonly string[]
  /** The user's messages from removed messages. */
  readonly removed: readonly string[]
  /** The user's messages that are quoted in the summary or in kept messages. */
  readonly visible: readonly string[]
}

export interface ExtractContext {
  /** The user's messages, oldest first, with secrets redacted. */
  readonly userMessages: UserMessages
  /** The sections of the previous summary, which this one updates. */
  readonly previous: Sections | undefined
  readonly isFocused: IsFocused
}

/** Extracts a summary by rules, without a model. Deterministic: the same history gives the same summary. */
export function* extractSections(
  history: History,
  { userMessages, previous, isFocused }: ExtractContext,
): Steps<Sections> {
  const demands: Sentence[] = []
  for (const message of userMessages.removed) {
    yield
    for (const sentence of sentencesOf(message)) demands.push(sentence)
  }
  const files = yield* relevantFiles(history)
  const facts = yield* criticalFacts(history, isFocused)
  const makers: Record<SectionName, () => readonly string[]> = {
    'Active Task': () => activeTask(userMessages.all),
    Goal: () => goal(userMessages.all),
    'Constraints & Preferences': () => linesWith(demands, ['constraint', 'change'], history.dull),
    'Completed Actions': () => completedActions(history),
    'Active State': () => activeState(history),
    'In Progress': () => inProgress(history),
    Blocked: () => blocked(history),
    'Key Decisions': () => linesWith(sentencesIn(history.said), ['decision'], history.dull),
    'Resolved Questions': () => resolvedQuestions(history),
    'Pending User Asks': () => pendingAsks(history),
    'Relevant Files': () => files,
    'Remaining Work': () => remainingWork(history),
    'Critical Context': () => facts,
  }
  const made = new Map<SectionName, readonly string[]>()
  for (const name of sectionNames) {
    yield
    made.set(name, makers[name]())
  }
  const merged = toSections((name) => {
    const found = made.get(name) ?? []
    const before = previous?.[name] ?? []
    // A task list shows what is in progress, even if that is nothing.
    if (name === 'In Progress' && newestTodos(history).length > 0) return found
    if (currentSections.has(name)) return found.length > 0 ? found : before
    return merge(name, before, found)
  })
  return withoutRepeats(merged, userMessages.visible)
}

const others = [
  'Constraints & Preferences',
  'Completed Actions',
  'Blocked',
  'Key Decisions',
  'Pending User Asks',
  'Remaining Work',
] as const satisfies readonly SectionName[]

/** Removes constraints and facts that are still shown verbatim, and facts that another section contains. */
function withoutRepeats(sections: Sections, visible: readonly string[]): Sections {
  const said = visible.join('\n').replace(/\s+/g, ' ')
  const isShown = (line: string) => said.includes(withoutMark(line))
  const elsewhere = new Set(others.flatMap((name) => sections[name].map(withoutMark)))
  return {
    ...sections,
    'Constraints & Preferences': sections['Constraints & Preferences'].filter((line) => !isShown(line)),
    'Critical Context': joinIndexes(
      sections['Critical Context'].filter((line) => !isShown(line) && !elsewhere.has(withoutMark(line))),
      (anchor) => !said.includes(anchor),
    ),
  }
}

function merge(name: SectionName, before: readonly string[], found: readonly string[]): readonly string[] {
  switch (name) {
    // Not deduplicated: a repeated call is a separate action.
    case 'Completed Actions':
      return [...before, ...continueNumbers(before, found)]
    case 'Relevant Files':
      return mergeLines(before, found, (line) => line.replace(/ \([^()]*\)$/, ''))
    case 'Critical Context':
      return joinIndexes(mergeLines(before, found))
    default:
      return mergeLines(before, found)
  }
}

function activeState(history: History): readonly string[] {
  const lastAction = history.actions.at(-1)
  const lastAnswer = history.said.findLast(isAnswer)
  const todos = newestTodos(history)
  const done = todos.filter(({ status }) => status === 'completed').length
  return [
    ...(todos.length > 0 ? [`- ${done} of ${todos.length} planned tasks are done.`] : []),
    ...(lastAction ? [`- Last call: ${lastAction.call}: ${describeOutcome(lastAction)}`] : []),
    ...(lastAnswer ? [`- Last said to the user: ${oneLine(lastAnswer.text, 400)}`] : []),
  ]
}

function inProgress(history: History): readonly string[] {
  const started = newestTodos(history).filter(({ status }) => status === 'in_progress')
  if (started.length > 0) return started.map(({ content }) => `- ${oneLine(content, 200)}`)
  return unfinishedActions(history).map(({ call }) => `- ${call}`)
}

function blocked(history: History): readonly string[] {
  const failures = openFailures(history).map((action) => `- ${action.call}: ${describeOutcome(action)}`)
  const recent = history.said.slice(-6).filter(isAnswer)
  return [...failures, ...linesWith(sentencesIn(recent), ['blocked'], history.dull).slice(-5)]
}

function remainingWork(history: History): readonly string[] {
  const open = newestTodos(history).filter(({ status }) => status === 'pending' || status === 'in_progress')
  const planned = linesWith(sentencesIn(history.said), ['todo'], history.dull)
  return [...open.map(({ content }) => `- ${oneLine(content, 200)}`), ...planned]
}

const mostLines = 40

function linesWith(
  sentences: readonly Sentence[],
  wanted: readonly Cue[],
  dull: ReadonlySet<string>,
): readonly string[] {
  const matching = sentences.filter(({ cues }) => wanted.some((cue) => cues.has(cue)))
  const texts = [...new Set(matching.map(({ text }) => text))]
  return keepTelling(texts, dull, mostLines).map((text) => `- ${text}`)
}

function sentencesIn(said: readonly Said[]): readonly Sentence[] {
  return said.flatMap(({ sentences }) => sentences)
}

function isAnswer({ by }: Said): boolean {
  return by === 'assistant'
}
