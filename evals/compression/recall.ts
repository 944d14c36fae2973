import { type Message, textOf } from '@hermes/core'
import { type Fact, type FactKind, factKinds } from './facts.ts'

/** The number of planted and of found facts, by kind. */
export type Recall = Readonly<Record<FactKind, { readonly planted: number; readonly found: number }>>

export function recallOf(facts: readonly Fact[], messages: readonly Message[]): Recall {
  const text = messages.map(allText).join('\n').toLowerCase()
  return toRecall((kind) => {
    const ofKind = facts.filter((fact) => fact.kind === kind)
    return { planted: ofKind.length, found: ofKind.filter((fact) => survives(fact, text)).length }
  })
}

export function addRecall(left: Recall, right: Recall): Recall {
  return toRecall((kind) => ({
    planted: left[kind].planted + right[kind].planted,
    found: left[kind].found + right[kind].found,
  }))
}

/** Returns the share of facts that were found: of all kinds, or of some. */
export function shareOf(recall: Recall, kinds: readonly FactKind[] = factKinds): number {
  const planted = kinds.reduce((sum, kind) => sum + recall[kind].planted, 0)
  return planted === 0 ? 1 : kinds.reduce((sum, kind) => sum + recall[kind].found, 0) / planted
}

function survives({ needles }: Fact, text: string): boolean {
  return needles.every((needle) => [needle].flat().some((word) => text.includes(word.toLowerCase())))
}

function allText(message: Message): string {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [textOf(message.content), ...calls.map((call) => call.function.arguments)].join('\n')
}

function toRecall(of: (kind: FactKind) => Recall[FactKind]): Recall {
  return Object.fromEntries(factKinds.map((kind) => [kind, of(kind)])) as Recall
}
