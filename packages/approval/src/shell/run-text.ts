import { type Data, isWorseThan, UNKNOWN, unknownData } from '../words/data.js'
import { type Frame, takeStep } from './frame.js'
import { createSubshell } from './scope.js'
import type { SyntaxTree } from './syntax-tree.js'

/** A name that no command sets, so its value stays unknown. */
const placeholder = `\${UNKNOWN_TEXT}`

/** Follows text as shell commands. Text that was not written in the command itself is a problem in its own right. */
export function runText(program: Data, frame: Frame): Data {
  if (isWorseThan(program.origin, 'file')) {
    const kind = program.origin === 'remote' ? 'remote' : program.origin === 'decoded' ? 'decoded' : 'generated'
    frame.trace.problems.add(`${kind}-code`)
  }
  const inner = { ...frame, depth: frame.depth + 1 }
  if (!takeStep(inner)) return unknownData
  // Text from elsewhere is either a problem because of its origin, or a local script that is run unchanged.
  if (program.origin !== 'command' && program.text === UNKNOWN) return { ...unknownData, origin: 'generated' }
  const text = program.text.replaceAll(UNKNOWN, placeholder)
  followEscapedLines(text, { ...inner, scope: createSubshell(frame.scope) })
  const tree = parse(text, frame)
  return frame.trace.run.statement(tree.root, { ...inner, tree })
}

function parse(text: string, frame: Frame): SyntaxTree {
  const tree = frame.trace.parse(text)
  if (!tree.hasError) return tree
  const repaired = frame.trace.parse(quoteLeadingBraces(text))
  if (!repaired.hasError) return repaired
  if (!frame.lenient) frame.trace.problems.add('syntax')
  return tree
}

/** Follows the substitutions in a prompt or an arithmetic expression. */
export function reevaluate(data: Data, frame: Frame): void {
  if (!/\$\(|`/.test(data.text)) return
  const end = 'END_OF_TEXT'
  runText({ ...data, text: `cat <<${end}\n${data.text.replaceAll(end, '')}\n${end}\n` }, frame)
}

/**
 * Follows a text again with empty quotes inserted before lines that start with a backslash, which the grammar treats as
 * continuations. Within some quotes, these would have another meaning, which the first pass covers.
 */
function followEscapedLines(text: string, frame: Frame): void {
  const escapedLine = /\n([^\S\n]*)\\(?=[^\n])/g
  if (!text.includes('\n') || text.search(escapedLine) < 0) return
  const tree = frame.trace.parse(text.replace(escapedLine, "\n$1''\\"))
  if (!tree.hasError) frame.trace.run.statement(tree.root, { ...frame, tree })
}

/** Quotes `{rm,-rf,/}` at the start of a command, which the grammar parses as a group. */
function quoteLeadingBraces(text: string): string {
  return text.replace(/(^|[;&|(\n][^\S\n]*|\b(?:do|then|else)\s+)(\{(?=[^\s{}]*[,.]))/g, "$1''$2")
}
