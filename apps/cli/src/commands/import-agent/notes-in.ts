import { readDocument } from '@hermes/skills'
import { Lexer, type Token, type Tokens } from 'marked'

/**
 * Extracts the notes of a Markdown file: its paragraphs and list items, each with the heading above it. Titles, comments, code, tables,
 * front matter and imported files (`@path`) are left out, because a note is one plain text.
 */
export async function notesIn(markdown: string): Promise<readonly string[]> {
  const notes = new Set<string>()
  let heading = ''
  const add = (source: string) => {
    const text = plain(source)
    if (text !== '') notes.add(heading === '' ? text : `${heading}: ${text}`)
  }
  const { body } = await readDocument(markdown)
  for (const token of blocksOf(body)) {
    if (isHeading(token)) heading = token.depth === 1 ? '' : plain(token.text)
    else if (isList(token)) for (const item of token.items) add(textOf(item.tokens))
    else add(textOf([token]))
  }
  return [...notes]
}

function blocksOf(markdown: string): readonly Token[] {
  try {
    return new Lexer().blockTokens(markdown.replaceAll(/\r\n?/g, '\n'), [])
  } catch (error) {
    // Thousands of nested quotes overflow the parser's stack.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Returns the words of paragraphs and nested lists, without anything that is not plain text. */
function textOf(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join(' ')
}

function wordsOf(token: Token): string {
  if (isList(token)) return textOf(token.items.flatMap((item) => item.tokens))
  if (token.type === 'blockquote') return textOf(token.tokens ?? [])
  return token.type === 'paragraph' || token.type === 'text' ? withoutImports(token.raw) : ''
}

function withoutImports(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*@\S+$/.test(line.trimEnd()))
    .join('\n')
}

/** Removes links and emphasis. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list'
}
