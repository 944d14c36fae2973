import type { SyntaxNode } from './syntax-tree.js'

/** Whether a function starts itself in a pipeline or in the background. */
export function isForkBomb(body: SyntaxNode, name: string, source: string): boolean {
  return search(body, name, source, false)
}

function search(node: SyntaxNode, name: string, source: string, beside: boolean): boolean {
  if (node.type === 'command') return beside && source.slice(node.start, node.end).split(/\s/, 1)[0] === name
  return node.children.some((child, index) => {
    const inBackground = node.children[index + 1]?.type === '&'
    return search(child, name, source, beside || node.type === 'pipeline' || inBackground)
  })
}
