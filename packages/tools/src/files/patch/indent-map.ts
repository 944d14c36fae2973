/** Two indentations of the same line: as requested, and as in the file. */
export type IndentPair = readonly [wanted: string, found: string]

/** Returns the file's indentation for the indentation of a new line, or `undefined` when it cannot be determined. */
export type IndentMap = (indent: string) => string | undefined

/** Maximum number of known indentations. With more, no steps are derived. */
const mostKnown = 50

/**
 * Derives the indentation of new lines from that of old lines: the same shift, or the same steps, such as a tab for
 * four spaces. Returns `undefined` when one requested indentation stands for several in the file.
 */
export function createIndentMap(pairs: readonly IndentPair[]): IndentMap | undefined {
  const known = new Map(pairs)
  if (pairs.some(([wanted, found]) => known.get(wanted) !== found)) return undefined
  const shift = shiftOf([...known])
  const steps = known.size > mostKnown ? () => undefined : stepsOf(known)
  return (indent) => known.get(indent) ?? shift(indent) ?? steps(indent)
}

/** Maps indentations when every line is indented by the same number of characters more or fewer. */
function shiftOf(known: readonly IndentPair[]): IndentMap {
  const [first] = known
  if (!first) return (indent) => indent
  const difference = first[1].length - first[0].length
  const isSame = known.every(([wanted, found]) => found.length - wanted.length === difference)
  return (indent) => {
    const letter = kindOf([indent, ...known.flat()].join(''))
    const length = indent.length + difference
    return isSame && letter !== undefined && length >= 0 ? letter.repeat(length) : undefined
  }
}

/** Maps indentations when each step of the request corresponds to one step of the file. */
function stepsOf(known: ReadonlyMap<string, string>): IndentMap {
  const all = [...new Map([['', ''], ...known])].filter((pair) => pair.every((indent) => kindOf(indent) !== undefined))
  const steps = all.flatMap(([low, lowFound]) =>
    all.flatMap(([high, highFound]) => {
      const isStep = high.length > low.length && high.startsWith(low) && highFound.startsWith(lowFound)
      const step = [high.slice(low.length), highFound.slice(lowFound.length)] as const
      return isStep && step[1] !== '' && step.every((part) => kindOf(part) !== undefined) ? [step] : []
    }),
  )
  return (indent) => {
    const results = new Set<string>()
    let longest = 0
    for (const [base, found] of all) {
      const rest = indent.startsWith(base) ? indent.slice(base.length) : undefined
      for (const [step, foundStep] of steps) {
        if (step.length < longest || rest !== step.repeat((rest?.length ?? 0) / step.length)) continue
        if (step.length > longest) results.clear()
        longest = step.length
        results.add(found + foundStep.repeat(rest.length / step.length))
      }
    }
    const [only] = results
    return results.size === 1 ? only : undefined
  }
}

/** Returns the only character that a text consists of, or `undefined` when it has several kinds. */
function kindOf(text: string): string | undefined {
  const letter = text[0] ?? ' '
  return text === letter.repeat(text.length) ? letter : undefined
}
