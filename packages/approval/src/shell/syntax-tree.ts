import type { Language, Parser, TreeCursor } from 'web-tree-sitter'

/** One node of a parsed command, independent of the parser's memory. Positions count UTF-16 units of the source. */
export interface SyntaxNode extends Span {
  readonly type: string
  readonly field: string | null
  readonly children: readonly SyntaxNode[]
}

/** A range of the source. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface SyntaxTree {
  readonly source: string
  readonly root: SyntaxNode
  /** Whether the grammar could not parse everything, or gave up. */
  readonly hasError: boolean
  /** Substitutions and expansions by the position of their first character. */
  readonly expansions: ReadonlyMap<number, SyntaxNode>
}

export type ParseShell = (source: string) => SyntaxTree

const expansionTypes = new Set(['command_substitution', 'process_substitution', 'arithmetic_expansion', 'expansion'])
const deepest = 150
const parseLimitMs = 2_000

/** Parses shell code with a loaded grammar. A parser handles one text at a time. */
export function createParse(parser: Parser, language: Language): ParseShell {
  parser.setLanguage(language)
  return (source) => {
    const deadline = performance.now() + parseLimitMs
    const tree = parser.parse(source, null, { progressCallback: () => performance.now() > deadline })
    if (!tree) {
      parser.reset()
      return { source, root: emptyRoot(source), hasError: true, expansions: new Map() }
    }
    try {
      return detach(source, tree.walk(), tree.rootNode.hasError)
    } finally {
      tree.delete()
    }
  }
}

function detach(source: string, cursor: TreeCursor, hasError: boolean): SyntaxTree {
  const expansions = new Map<number, SyntaxNode>()
  let tooDeep = false
  const copy = (depth: number): SyntaxNode => {
    const children: SyntaxNode[] = []
    const { nodeType: type, startIndex: start, endIndex: end, currentFieldName: field } = cursor
    if (depth >= deepest) tooDeep = true
    else if (cursor.gotoFirstChild()) {
      do children.push(copy(depth + 1))
      while (cursor.gotoNextSibling())
      cursor.gotoParent()
    }
    const node = { type, start, end, field, children }
    if (expansionTypes.has(type)) expansions.set(start, node)
    return node
  }
  const root = copy(0)
  cursor.delete()
  return { source, root, hasError: hasError || tooDeep, expansions }
}

function emptyRoot(source: string): SyntaxNode {
  return { type: 'program', start: 0, end: source.length, field: null, children: [] }
}
