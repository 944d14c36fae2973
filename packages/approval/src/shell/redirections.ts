import { type Data, fromText, noData, withText } from '../words/data.js'
import type { Redirect } from '../words/invocation.js'
import { expandHereDocument, expandValue, expandWord } from './expand-word.js'
import { type Frame, readInput } from './frame.js'
import type { Span, SyntaxNode } from './syntax-tree.js'
import { toContext } from './word-context.js'

export interface Redirections {
  readonly list: readonly Redirect[]
  /** Redirections of the standard output. */
  readonly outputs: readonly Redirect[]
  readonly stdin?: Data
  /**
   * Arguments after a redirection, such as `rm > log -r x`, which the grammar attaches to it; and a `-` before a
   * here-document, such as `make -f - <<EOF`, which the grammar drops.
   */
  readonly words: readonly Span[]
}

/** Reads the redirections among the children of a statement. */
export function readRedirections(nodes: readonly SyntaxNode[], frame: Frame): Redirections {
  const list: Redirect[] = []
  const outputs: Redirect[] = []
  const words: Span[] = []
  let stdin: Data | undefined
  for (const node of nodes.flatMap((child) => [child, ...(child.type === 'heredoc_redirect' ? child.children : [])])) {
    if (node.type === 'heredoc_redirect') words.push(...dashBefore(node, nodes, frame.tree.source))
    if (node.type === 'heredoc_redirect') words.push(...node.children.filter((child) => child.field === 'argument'))
    if (node.type === 'heredoc_redirect') stdin = readHereDocument(node, frame)
    if (node.type === 'herestring_redirect') stdin = readHereString(node, frame)
    if (node.type !== 'file_redirect') continue
    words.push(...node.children.filter((child) => child.field === 'destination').slice(1))
    for (const redirect of readFileRedirect(node, frame)) {
      list.push(redirect)
      if (redirect.operator === '<') stdin = readInput(redirect.target, frame)
      else if (!/^[02-9]/.test(frame.tree.source.slice(node.start, node.end))) outputs.push(redirect)
    }
  }
  return { list, outputs, words, ...(stdin ? { stdin } : {}) }
}

function dashBefore({ start }: SyntaxNode, siblings: readonly SyntaxNode[], source: string): readonly Span[] {
  let end = start
  while (/[ \t]/.test(source[end - 1] ?? '')) end -= 1
  const isWord = source[end - 1] === '-' && /[ \t]/.test(source[end - 2] ?? '')
  // `> - <<EOF` names a file.
  return isWord && !siblings.some((node) => node.end === end) ? [{ start: end - 1, end }] : []
}

function readFileRedirect(node: SyntaxNode, frame: Frame): readonly Redirect[] {
  const operator = node.children.find((child) => /[<>]/.test(child.type) && child.field !== 'destination')?.type ?? '>'
  return node.children
    .filter((child) => child.field === 'destination')
    .slice(0, 1)
    .flatMap((target) => expandWord(target.start, target.end, toContext(frame)))
    .filter((target) => !(operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target.text)))
    .map((target) => ({ operator, target }))
}

function readHereDocument(node: SyntaxNode, frame: Frame): Data {
  const { source } = frame.tree
  const start = node.children.find((child) => child.type === 'heredoc_start')
  const body = node.children.find((child) => child.type === 'heredoc_body')
  if (!body) return noData
  const isQuoted = start !== undefined && /['"\\]/.test(source.slice(start.start, start.end))
  const content = isQuoted
    ? fromText(source.slice(body.start, body.end))
    : expandHereDocument(body.start, body.end, toContext(frame))
  const isIndented = source.slice(node.start, node.start + 4).includes('<<-')
  return isIndented ? withText(content, content.text.replace(/^\t+/gm, '')) : content
}

function readHereString(node: SyntaxNode, frame: Frame): Data {
  const word = node.children.find((child) => child.type !== '<<<' && child.type !== 'file_descriptor')
  if (!word) return noData
  const value = expandValue(word.start, word.end, toContext(frame))
  return { ...value, text: `${value.text}\n` }
}
