/** One message of the history as JSON text, block by block. */
export interface Fragment {
  readonly role: 'user' | 'assistant'
  readonly blocks: readonly FragmentBlock[]
}

export interface FragmentBlock {
  /** `result`: of a tool; they come first in their message. */
  readonly kind: 'content' | 'result' | 'thought'
  readonly json: string
  /** A message with such a block cannot be the end of a cached prefix. */
  readonly isUncacheable?: boolean
}

/**
 * Joins neighbours of one role, and gives the history the beginning and the end that strict providers ask for.
 * @param textJson Writes a text block.
 */
export function mergeFragments(
  fragments: readonly Fragment[],
  textJson: (text: string) => string,
): readonly Fragment[] {
  const merged: Fragment[] = []
  for (const fragment of fragments) {
    const previous = merged.at(-1)
    if (fragment.blocks.length === 0) continue
    if (previous?.role === fragment.role) merged[merged.length - 1] = join(previous, fragment)
    else merged.push(fragment)
  }
  const user = (text: string): Fragment => ({ role: 'user', blocks: [{ kind: 'content', json: textJson(text) }] })
  if (merged[0]?.role !== 'user') merged.unshift(user('(The conversation began earlier.)'))
  if (merged.at(-1)?.role !== 'user') merged.push(user('Continue.'))
  return merged
}

/** The results that are sent now are of calls that were made without thinking, as by another model. */
export function isLoopWithoutThoughts(merged: readonly Fragment[]): boolean {
  if (!merged.at(-1)?.blocks.some((block) => block.kind === 'result')) return false
  return merged.findLast(({ role }) => role === 'assistant')?.blocks[0]?.kind !== 'thought'
}

function join(left: Fragment, right: Fragment): Fragment {
  const blocks = [...left.blocks, ...right.blocks]
  const results = blocks.filter((block) => block.kind === 'result')
  return { role: left.role, blocks: [...results, ...blocks.filter((block) => block.kind !== 'result')] }
}
