import type { JsonObject } from '@hermes/core'
import { asList, asObject } from '../json.js'

/** Returns problems between blocks: wrong order of turns, unpaired calls and results, duplicate ids and names. */
export function orderProblems(messages: readonly JsonObject[], hasTools: boolean): string[] {
  const calls = messages.flatMap((message) => idsOf(message, 'toolUse'))
  const hasCalls = calls.length > 0 || messages.some((message) => idsOf(message, 'toolResult').length > 0)
  return [
    ...messages.flatMap((message, index) =>
      [...turnProblems(message, messages[index - 1]), ...pairProblems(message, messages[index - 1])].map(
        (problem) => `messages[${index}]: ${problem}`,
      ),
    ),
    ...(messages.at(-1)?.role === 'user' ? [] : ['The conversation must end with a user message.']),
    ...(hasCalls && !hasTools ? ['The toolConfig field must be defined when there are calls or results.'] : []),
    ...repeated(calls).map((id) => `two calls have the id ${id}`),
    ...repeated(messages.flatMap(documentNames)).map((name) => `two documents have the name ${name}`),
  ]
}

function turnProblems({ role }: JsonObject, previous: JsonObject | undefined): string[] {
  if (previous === undefined) return role === 'user' ? [] : ['A conversation must start with a user message.']
  return role === previous.role ? ['A conversation must alternate between user and assistant roles.'] : []
}

/** Checks that a message contains exactly the results of the calls directly before it, and that they come first. */
function pairProblems(message: JsonObject, previous: JsonObject | undefined): string[] {
  const expected = previous ? idsOf(previous, 'toolUse') : []
  const results = idsOf(message, 'toolResult')
  const missing = expected.filter((id) => !results.includes(id))
  const others = results.filter((id) => !expected.includes(id))
  const firstOther = blocksOf(message).findIndex((block) => !('toolResult' in block))
  const areFirst = firstOther < 0 || firstOther >= results.length
  return [
    ...missing.map((id) => `no result for the call ${id}`),
    ...others.map((id) => `no call for the result ${id}`),
    ...repeated(results).map((id) => `two results for the call ${id}`),
    ...(areFirst ? [] : ['the results must come first']),
  ]
}

function idsOf(message: JsonObject, kind: 'toolUse' | 'toolResult'): string[] {
  return blocksOf(message)
    .filter((block) => kind in block)
    .map((block) => String(asObject(block[kind]).toolUseId))
}

function documentNames(message: JsonObject): string[] {
  const blocks = blocksOf(message)
  const inResults = blocks.flatMap((block) => asList(asObject(block.toolResult).content).map(asObject))
  return [...blocks, ...inResults]
    .filter((block) => 'document' in block)
    .map((block) => String(asObject(block.document).name))
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  return asList(message.content).map(asObject)
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
