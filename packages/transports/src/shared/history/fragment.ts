/** One message of the history, with each block serialized. */
export interface Fragment {
  readonly role: 'user' | 'assistant'
  readonly blocks: readonly FragmentBlock[]
}

export interface FragmentBlock {
  /** Kind of the block. `result` is a tool result; results come first in their message. */
  readonly kind: 'content' | 'result' | 'thought'
  readonly json: string
  /** Whether a message with this block cannot end a cached prefix. */
  readonly isUncacheable?: boolean
}

/**
 * Merges adjacent messages of the same role. Makes the history begin and end with a user message, as strict providers require.
 * @param textJson Serializes a text block.
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

/** Whether the last message has results of calls that were made without thinking, for example by another model. */
export function isLoopWithoutThoughts(merged: readonly Fragment[]): boolean {
  if (!merged.at(-1)?.blocks.some((block) => block.kind === 'result')) return false
  return merged.findLast(({ role }) => role === 'assistant')?.blocks[0]?.kind !== 'thought'
}

function join(left: Fragment, right: Fragment): Fragment {
  const blocks = [...left.blocks, ...right.blocks]
  const results = blocks.filter((block) => block.kind === 'result')
  return { role: left.role, blocks: [...results, ...blocks.filter((block) => block.kind !== 'result')] }
}
