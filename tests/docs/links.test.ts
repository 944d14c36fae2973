import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, type Link, linksIn, pages, proseOf, root } from './pages.js'

const published = pages.filter((page) => /^(?:packages|apps)\//.test(page))

/** Whether the manifest next to a README includes the file in its tarball. */
function isPacked({ page, file }: Link): boolean {
  const folder = dirname(page)
  const { files = [] }: { readonly files?: readonly string[] } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  const path = relative(folder, file ?? '')
  return ['README.md', 'LICENSE', 'package.json', ...files].some((name) => path === name || path.startsWith(`${name}/`))
}

test('links only to existing files and headings', () => {
  const broken = pages.flatMap(linksIn).filter(({ file, anchor }) => {
    if (file === undefined) return false
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(file).includes(anchor)
  })
  expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([])
})

test('links from package READMEs only to packed files or the web', () => {
  const links = published.flatMap(linksIn)
  expect(published.length).toBeGreaterThan(10)
  const unreachable = links.filter((link) => (link.file === undefined ? !/^https:/.test(link.target) : !isPacked(link)))
  expect(unreachable.map(({ page, target }) => `${page}: ${target}`)).toEqual([])
})

test('names only existing paths in package READMEs', () => {
  const named = published.flatMap((page) =>
    Array.from(proseOf(page).matchAll(/`((?:docs|examples)\/[\w./-]+)`/g), ([, path = '']) => ({ page, path })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('lists every page of docs in the index', () => {
  const linked = linksIn('docs/README.md').map(({ file }) => file)
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.includes(page))).toEqual(['docs/README.md'])
})
