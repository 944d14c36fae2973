import { type Data, fromText, join, unknownData } from '../words/data.js'
import { expandWord, type WordContext } from './expand-word.js'
import { type Frame, readInput, takeStep } from './frame.js'
import { createSubshell } from './scope.js'
import type { SyntaxNode } from './syntax-tree.js'

/** Returns what word expansion needs at one point of the command. */
export function toContext(frame: Frame): WordContext {
  return {
    tree: frame.tree,
    scope: frame.scope,
    capture: (node) => capture(node, frame),
    giveUp: () => frame.trace.problems.add('too-complex'),
    connect: (node, input) => capture(node, frame, input),
    reevaluate: (data) => frame.trace.run.reevaluate(data, frame),
  }
}

function capture(node: SyntaxNode, frame: Frame, stdin?: Data): Data {
  const inner = { ...frame, stdin, depth: frame.depth + 1, scope: createSubshell(frame.scope) }
  if (!takeStep(inner)) return unknownData
  const { source } = frame.tree
  const text = source.slice(node.start, node.end)
  if (text.startsWith('`') && text.includes('\\')) {
    return frame.trace.run.text(fromText(text.slice(1, -1).replace(/\\([\\`$])/g, '$1')), inner)
  }
  const file = node.children.find((child) => child.type === 'file_redirect')
  if (file) return readSource(file, inner)
  return join(node.children.map((child) => frame.trace.run.statement(child, inner)))
}

/** Returns the content of the file in `$(< file)`. */
function readSource(redirect: SyntaxNode, frame: Frame): Data {
  const targets = redirect.children
    .filter((child) => child.field === 'destination')
    .flatMap((child) => expandWord(child.start, child.end, toContext(frame)))
  return join(targets.map((target) => readInput(target, frame)))
}
