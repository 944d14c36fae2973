/** Two indentations of the same line: as requested, and in the file. */
export type IndentPair = readonly [wanted: string, found: string]

/** The file's indentation for one of a new line; `undefined` when it cannot be told. */
export type IndentMap = (indent: string) => string | undefined

/** A file with more kinds of indentation is not worth the guess. */
const mostKnown = 50

/**
 * What the indentation of old lines tells about that of new ones: the same shift, or the same steps, such as a tab for
 * four spaces. `undefined` when one requested indentation stands for several of the file.
 */
export function createIndentMap(pairs: readonly IndentPair[]): IndentMap | undefined {
  const known = new Map(pairs)
  if (pairs.some(([wanted, found]) => known.get(wanted) !== found)) return undefined
  const shift = shiftOf([...known])
  const steps = known.size > mostKnown ? () => undefined : stepsOf(known)
  return (indent) => known.get(indent) ?? shift(indent) ?? steps(indent)
}

/** Every line is indented by as many characters more, or fewer. */
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

/** Each step of the request is one of the file. */
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

/** The one character of a text; `undefined` when it has several kinds. */
function kindOf(text: string): string | undefined {
  const letter = text[0] ?? ' '
  return text === letter.repeat(text.length) ? letter : undefined
}
