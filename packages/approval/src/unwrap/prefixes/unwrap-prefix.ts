import type { Data, Word } from '../../words/data.js'
import type { Unwrap } from '../../words/invocation.js'
import { readArguments } from '../../words/options.js'
import type { PrefixSpec } from './prefix-programs.js'
import { takeAssignments } from './take-assignments.js'

/** Creates an unwrap for the command that follows the options and operands of a program. */
export function unwrapPrefix(spec: PrefixSpec): Unwrap {
  return ({ argv, name, stdin }) => {
    if (name === 'ip' && !/^(?:netns|vrf)$/.test(argv[1]?.text ?? '')) return []
    let isShell = spec.shell === 'input'
    const environment = new Map<string, Data>()
    let words: readonly Word[] = argv.slice(1)
    let skipped = spec.operands ?? 0
    // Variables may occur between options: `sudo A=1 -u root cmd`.
    for (
      let isOption = true;
      isOption;
      isOption = spec.assignments === true && words[0]?.text.startsWith('-') === true
    ) {
      const { options, operands } = readArguments(words, { ...spec, untilOperand: true })
      if (options.some((option) => spec.queries?.includes(option.name))) return []
      isShell ||= options.some((option) => spec.shell?.includes(option.name))
      const before = skipped + (spec.first?.test(operands[skipped]?.text ?? '') ? 1 : 0)
      const again = readArguments(operands.slice(before), { ...spec, untilOperand: true })
      const rest = spec.optionsAgain ? again.operands : operands.slice(before)
      const taken = takeAssignments(rest, spec.assignments === true)
      for (const [variable, value] of taken.environment) environment.set(variable, value)
      skipped = 0
      if (taken.words.length === words.length) break
      words = taken.words
    }
    if (words.length > 0) return [{ kind: 'command', argv: words, environment }]
    return isShell && stdin ? [{ kind: 'shell', program: stdin }] : []
  }
}
