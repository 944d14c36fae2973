import { type Data, fromText, noData, unknownData, type Word } from '../words/data.js'
import type { Redirect } from '../words/invocation.js'
import { type Assignment, assign, evaluateVariable, readAssignment } from './assignments.js'
import { expandWord } from './expand-word.js'
import { type Frame, takeStep, writeFile } from './frame.js'
import { readRedirections } from './redirections.js'
import { createSubshell } from './scope.js'
import type { Span, SyntaxNode } from './syntax-tree.js'
import { toContext } from './word-context.js'

/** Runs `export`, `declare`, `local` and `unset`: builtins with their own grammar nodes. */
export function runDeclaration(node: SyntaxNode, frame: Frame): Data {
  const words: Word[] = []
  const assignments: Assignment[] = []
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const assignment = readAssignment(child, frame)
      if (!assignment) continue
      assignments.push(assignment)
      words.push(fromText(`${assignment.name}=${assignment.values[0]?.text ?? ''}`))
    } else words.push(...expandWord(child.start, child.end, toContext(frame)))
  }
  for (const { start, end } of trailing(node, frame)) words.push(...expandWord(start, end, toContext(frame)))
  const output = frame.trace.run.invocation({ argv: words }, frame)
  // An integer variable is evaluated, so substitutions in it run.
  if (words.some((word) => /^-[a-zA-Z]*i/.test(word.text)))
    for (const { values } of assignments) for (const value of values) frame.trace.run.reevaluate(value, frame)
  // After the builtin, which only supports plain strings, so that a list stays a list.
  for (const { name, values } of assignments) assign(name, values, frame)
  return output
}

/** Runs one simple command. `outer` are the redirections around it. */
export function runCommand(node: SyntaxNode, frame: Frame, outer: readonly Redirect[] = []): Data {
  if (!takeStep(frame)) return unknownData
  const output = runCommandOnce(node, frame, outer)
  runAlternatives(node, frame, outer)
  return output
}

/** Follows the command with the other values of a variable too, because a branch may have changed it. */
function runAlternatives(node: SyntaxNode, frame: Frame, outer: readonly Redirect[]): void {
  if (frame.scope.alternatives.size === 0) return
  const text = frame.tree.source.slice(node.start, node.end)
  for (const [name, values] of frame.scope.alternatives) {
    if (!text.includes('$') || !new RegExp(`\\$\\{?${name}\\b`).test(text)) continue
    const scope = { ...createSubshell(frame.scope), alternatives: new Map<string, readonly Data[]>() }
    scope.variables.set(name, values)
    runCommandOnce(node, { ...frame, scope }, outer)
  }
}

function runCommandOnce(node: SyntaxNode, frame: Frame, outer: readonly Redirect[]): Data {
  const environment = new Map<string, Data>()
  const spans: { start: number; end: number }[] = []
  const redirections = readRedirections(node.children, frame)
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const assignment = readAssignment(child, frame)
      if (!assignment) continue
      environment.set(assignment.name, assignment.values[0] ?? noData)
      evaluateVariable(assignment.name, assignment.values[0] ?? noData, frame)
    } else if (child.type === 'subshell') frame.trace.run.statement(child, frame)
    else if (!/_redirect$/.test(child.type)) addSpan(spans, child, frame.tree.source)
  }
  for (const span of [...redirections.words, ...trailing(node, frame)]) addSpan(spans, span, frame.tree.source)
  const argv = spans
    .filter((span) => !isDescriptor(span, frame.tree.source))
    .flatMap(({ start, end }) => expandWord(start, end, toContext(frame)))
  const redirects = [...outer, ...(frame.trace.trailingRedirects.get(node) ?? []), ...redirections.list]
  const inner = redirections.stdin ? { ...frame, stdin: redirections.stdin } : frame
  const output = frame.trace.run.invocation({ argv, environment, redirects }, inner)
  for (const { operator, target } of redirections.outputs) writeFile(target, output, frame, operator.includes('>>'))
  return redirections.outputs.length > 0 ? noData : output
}

/**
 * Adds a span to the words. Unlike the shell, the grammar ends a word at an escaped line break and before some
 * substitutions.
 */
function addSpan(spans: { start: number; end: number }[], node: Span, source: string): void {
  const last = spans.at(-1)
  if (last && last.end <= node.start && /^(?:\\\n)*$/.test(source.slice(last.end, node.start))) last.end = node.end
  else spans.push({ start: node.start, end: node.end })
}

/** Whether a number directly before a redirection is its descriptor: `sh 0< <(...)`. */
function isDescriptor({ start, end }: Span, source: string): boolean {
  return /^[<>]/.test(source.slice(end, end + 1)) && /^\d+$/.test(source.slice(start, end))
}

function trailing(node: SyntaxNode, frame: Frame): readonly Span[] {
  return frame.trace.trailing.get(node) ?? []
}
