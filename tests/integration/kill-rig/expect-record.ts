import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, type SessionStore, sanitizeTranscript, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { expect } from 'vitest'
import type { Sent } from './client.js'
import { readConversation } from './conversation.js'
import type { Place } from './gateway.js'
import { answerTo, clientOf, confirmationOf, effectsFile, numberOf, questionOf, sessionOf, tasksIn } from './tasks.js'

/** The counts of a generation of clients. */
export interface Findings {
  /** Messages that were stored without an acknowledgement. */
  readonly storedUntold: number
  readonly calls: number
  /** Calls with an unknown outcome in the history. */
  readonly unknownOutcomes: number
  readonly compressions: number
}

/**
 * Expects acknowledged messages to exist once and in order, and the history to contain each call once with a true
 * result.
 */
export async function expectRecord(place: Place, sent: readonly Sent[]): Promise<Findings> {
  await using store = await createSqliteStore({ path: place.databasePath })
  const effects = linesOf(join(place.workspace, effectsFile))
  expect(effects.length, 'no effect was brought about twice').toBe(new Set(effects).size)
  const findings = { storedUntold: 0, calls: 0, unknownOutcomes: 0, compressions: 0 }
  for (const [session, messages] of Map.groupBy(sent, ({ task }) => sessionOf(task))) {
    const { messages: history, compressions } = await readConversation(store, session)
    findings.storedUntold += expectQuestions(history, messages)
    expectAnswers(history, messages)
    const { calls, unknown } = expectCalls(history, new Set(effects))
    findings.calls += calls
    findings.unknownOutcomes += unknown
    findings.compressions += compressions
  }
  expectReports(sent, new Set(effects))
  await expectFound(store, sent)
  return findings
}

/** Checks the questions. @returns how many were stored without an acknowledgement. */
function expectQuestions(history: readonly Message[], sent: readonly Sent[]): number {
  const stored = history.filter(({ role }) => role === 'user').map(({ content }) => textOf(content))
  const tasks = stored.flatMap(tasksIn)
  expect(new Set(tasks).size, 'each once').toBe(tasks.length)
  expect(stored, 'word by word').toEqual(tasks.map(questionOf))
  for (const [client, messages] of Map.groupBy(sent, ({ task }) => clientOf(task))) {
    const numbers = tasks.filter((task) => clientOf(task) === client).map(numberOf)
    expect(numbers, 'in the order in which they were sent').toEqual(numbers.toSorted((a, b) => a - b))
    const lost = messages.filter(({ task, state }) => /accepted|answered/.test(state) && !tasks.includes(task))
    expect(lost, 'acknowledged and lost').toEqual([])
  }
  expect(sent.filter(({ task, state }) => state === 'refused' && tasks.includes(task))).toEqual([])
  return sent.filter(({ task, state }) => state === 'sent' && tasks.includes(task)).length
}

function expectAnswers(history: readonly Message[], sent: readonly Sent[]): void {
  const texts = history.map(({ role, content }) => ({ role, text: textOf(content) }))
  for (const { task, state } of sent) {
    const answers = texts.flatMap(({ role, text }, index) =>
      role === 'assistant' && text === answerTo(task) ? [index] : [],
    )
    expect(answers.length, `answers to ${task}, which was ${state}`).toBeOneOf(state === 'answered' ? [1] : [0, 1])
    const asked = texts.findLastIndex(({ role }, index) => role === 'user' && index < (answers[0] ?? 0))
    if (answers.length > 0) expect(texts[asked]?.text, 'what it answers').toBe(questionOf(task))
  }
}

function expectCalls(history: readonly Message[], effects: ReadonlySet<string>) {
  const calls = history.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
  const results = history.filter((message) => message.role === 'tool')
  const keys = calls.map(({ id }) => id)
  expect(new Set(keys).size, 'each call once').toBe(keys.length)
  expect(results.map(({ tool_call_id: id }) => id).toSorted(), 'one result for each').toEqual(keys.toSorted())
  // The stored calls are already in the form of a request.
  expect(sanitizeTranscript(history).filter(({ role }) => role === 'tool')).toEqual(results)
  let unknown = 0
  for (const { tool_call_id: key, content } of results) {
    if (textOf(content).includes(confirmationOf(key))) expect(effects, 'an effect that was told').toContain(key)
    else {
      expect(textOf(content)).toMatch(/interrupted|unknown|not known/i)
      unknown += 1
    }
  }
  return { calls: calls.length, unknown }
}

function expectReports(sent: readonly Sent[], effects: ReadonlySet<string>): void {
  for (const { done } of sent) for (const key of done) expect(effects, 'reported as done').toContain(key)
}

async function expectFound(store: SessionStore, sent: readonly Sent[]): Promise<void> {
  for (const { task, state } of sent.filter(({ state }) => state !== 'refused')) {
    const hits = await store.search?.find({ text: task, roles: ['user'] })
    const found = hits?.map(({ message }) => textOf(message.message.content)) ?? []
    // Survivors of a compression are in both sessions.
    for (const text of found) expect(text).toContain(questionOf(task))
    if (state !== 'sent') expect(found, `found of ${task}`).not.toEqual([])
  }
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}
