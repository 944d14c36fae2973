import { type Data, isWorseThan, UNKNOWN, unknownData } from './data.js'
import { type Frame, takeStep } from './frame.js'
import type { SyntaxTree } from './syntax-tree.js'

/** A name that no command sets: what it stands for stays unknown. */
const placeholder = `\${UNKNOWN_TEXT}`

/** Follows a text as shell commands. Text that was not written in the command itself is a problem of its own. */
export function runText(program: Data, frame: Frame): Data {
  if (isWorseThan(program.origin, 'file')) {
    const kind = program.origin === 'remote' ? 'remote' : program.origin === 'decoded' ? 'decoded' : 'generated'
    frame.trace.problems.add(`${kind}-code`)
  }
  const inner = { ...frame, depth: frame.depth + 1 }
  if (!takeStep(inner)) return unknownData
  // Text that was not written in the command is a problem by its origin, or a local script that is run as it is.
  if (program.origin !== 'command' && program.text === UNKNOWN) return { ...unknownData, origin: 'generated' }
  const tree = parse(program.text.replaceAll(UNKNOWN, placeholder), frame)
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

/** A prompt or an arithmetic expression runs the substitutions in the text that it is given. */
export function reevaluate(data: Data, frame: Frame): void {
  if (!/\$\(|`/.test(data.text)) return
  const end = 'END_OF_TEXT'
  runText({ ...data, text: `cat <<${end}\n${data.text.replaceAll(end, '')}\n${end}\n` }, frame)
}

/** The grammar takes `{rm,-rf,/}` at the start of a command for a group. */
function quoteLeadingBraces(text: string): string {
  return text.replace(/(^|[;&|(\n][^\S\n]*|\b(?:do|then|else)\s+)(\{(?=[^\s{}]*[,.]))/g, "$1''$2")
}
