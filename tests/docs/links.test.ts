import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, type Link, linksIn, pages, proseOf, root } from './pages.js'

const published = pages.filter((page) => /^(?:packages|apps)\//.test(page))

/** What the manifest beside a README puts into its tarball. */
function isPacked({ page, file }: Link): boolean {
  const folder = dirname(page)
  const { files = [] }: { readonly files?: readonly string[] } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  const path = relative(folder, file ?? '')
  return ['README.md', 'LICENSE', 'package.json', ...files].some((name) => path === name || path.startsWith(`${name}/`))
}

test('every link leads to a file, and to a heading that it has', () => {
  const broken = pages.flatMap(linksIn).filter(({ file, anchor }) => {
    if (file === undefined) return false
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(file).includes(anchor)
  })
  expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([])
})

test('the README of a package links to what its tarball has, or to the web', () => {
  const links = published.flatMap(linksIn)
  expect(published.length).toBeGreaterThan(10)
  const unreachable = links.filter((link) => (link.file === undefined ? !/^https:/.test(link.target) : !isPacked(link)))
  expect(unreachable.map(({ page, target }) => `${page}: ${target}`)).toEqual([])
})

test('a path of the repository that the README of a package names exists', () => {
  const named = published.flatMap((page) =>
    Array.from(proseOf(page).matchAll(/`((?:docs|examples)\/[\w./-]+)`/g), ([, path = '']) => ({ page, path })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('every page of docs is in the index', () => {
  const linked = linksIn('docs/README.md').map(({ file }) => file)
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.includes(page))).toEqual(['docs/README.md'])
})
