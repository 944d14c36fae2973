import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const patterns = ['*.md', 'docs/*.md', 'packages/*/README.md', 'apps/*/README.md', 'examples/*/README.md', 'bench/*.md']

/** Every page of the documentation, relative to the repository. */
export const pages: readonly string[] = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()

export interface Block {
  readonly page: string
  /** The line number of its first line of code. */
  readonly line: number
  readonly language: string
  readonly code: string
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** Returns the fenced blocks of all pages in one language. */
export function blocksIn(language: string): readonly Block[] {
  return pages.flatMap((page) => {
    const text = readPage(page)
    const found = text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)
    return Array.from(found, ({ 1: language = '', 2: code = '', index }) => {
      return { page, line: text.slice(0, index).split('\n').length + 1, language, code }
    }).filter((block) => block.language === language)
  })
}

/** Returns the text of a page without its code. */
export function proseOf(page: string): string {
  return readPage(page).replaceAll(/^```[\s\S]*?^```/gm, '')
}

export interface Link {
  readonly page: string
  readonly target: string
  /** The target file of a relative link, relative to the repository. */
  readonly file?: string
  readonly anchor?: string
}

export function linksIn(page: string): readonly Link[] {
  const found = proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)
  return Array.from(found, ([, target = '']): Link => {
    if (/^[a-z]+:/.test(target)) return { page, target }
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : relative(root, resolve(root, dirname(page), path))
    return { page, target, file, ...(anchor !== undefined && { anchor }) }
  })
}

/** Returns the anchors of a page's headings, in GitHub's format. */
export function anchorsOf(page: string): readonly string[] {
  const headings = proseOf(page).matchAll(/^#+ +(.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
