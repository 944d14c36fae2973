import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Packages with the same terms. */
interface Notice {
  /** With versions. */
  readonly names: Set<string>
  readonly copyrights: Set<string>
  readonly terms: string
}

/** By what their terms say, however it is wrapped. */
type Notices = Map<string, Notice>

const fileName = 'THIRD-PARTY-NOTICES.txt'
const separator = `\n${'-'.repeat(80)}\n\n`
/** The builds of this workspace, which have notices of their own. */
const builtPackage = /^(.*[/\\](?:packages|apps)[/\\][^/\\]+[/\\]dist)[/\\]/

/**
 * Writes `dist/THIRD-PARTY-NOTICES.txt`: the licenses of all packages whose code or files are part of the build.
 * @param folder the package that is built.
 * @param copied names of packages of which files are copied.
 */
export function thirdPartyNotices(folder: string, copied: readonly string[] = []): Plugin {
  return {
    name: 'third-party-notices',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(async ({ metafile }) => {
        // What plugins make has the name of a namespace before it.
        const files = Object.keys(metafile?.inputs ?? {}).filter((input) => !/^[\w-]{2,}:/.test(input))
        const inputs = files.map((input) => resolve(folder, input))
        const notices: Notices = new Map()
        for (const dist of unique(inputs.map((input) => builtPackage.exec(input)?.[1]))) await addBuild(dist, notices)
        for (const name of copied) await addPackage(join(folder, 'node_modules', name), notices)
        for (const found of unique(inputs.map(packageFolder))) await addPackage(found, notices)
        if (notices.size === 0) return
        // The plugin may end before the first output of a new clone is written.
        const dist = join(folder, 'dist')
        await mkdir(dist, { recursive: true })
        await writeFile(join(dist, fileName), toText(notices))
      })
    },
  }
}

function unique(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** The folder of the package that a file below `node_modules` belongs to. */
function packageFolder(file: string): string | undefined {
  const modules = `${sep}node_modules${sep}`
  const at = file.lastIndexOf(modules)
  if (at === -1) return undefined
  const [first = '', second = ''] = file.slice(at + modules.length).split(sep)
  return join(file.slice(0, at), modules, first.startsWith('@') ? join(first, second) : first)
}

async function addPackage(folder: string, notices: Notices): Promise<void> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  add(notices, texts.map((text) => `${text.trim()}\n`).join('\n'), `${name} ${version} (${license})`)
}

async function addBuild(dist: string, notices: Notices): Promise<void> {
  const file = join(dist, fileName)
  if (!existsSync(file)) return
  for (const section of (await readFile(file, 'utf8')).split(separator)) {
    const end = section.indexOf('\n\n')
    for (const name of section.slice(0, end).split('\n')) add(notices, section.slice(end + 2), name)
  }
}

function add(notices: Notices, text: string, name: string): void {
  const { copyrights, terms } = splitLicense(text)
  const key = terms
    .replace(/^(?:the )?(?:mit|isc) license(?: \(mit\))?\s/i, '')
    .replace(/\s+/g, ' ')
    .trim()
  const notice = notices.get(key) ?? { names: new Set(), copyrights: new Set(), terms }
  notice.names.add(name)
  for (const line of copyrights) notice.copyrights.add(line)
  notices.set(key, notice)
}

/** Lines about copyright stand above the terms; those further below are part of them. */
const mostLinesAbove = 30

/** How to apply the Apache License: no part of its terms, but of some the only place that names the owner. */
const appendix = /\n\s*APPENDIX: How to apply[\s\S]*?limitations under the License\.\n?/

function splitLicense(text: string): Pick<Notice, 'terms'> & { readonly copyrights: readonly string[] } {
  const [applied = ''] = appendix.exec(text) ?? []
  const owners = applied.split('\n').filter((line) => /^\s*copyright\s(?!\[)/i.test(line))
  const lines = [...owners, ...text.replace(appendix, '\n').split('\n')]
  const isCopyright = (line: string, index: number) =>
    index < mostLinesAbove && /^\s*(?:copyright\s(?!\[|notice|owner|license)|\(c\)|©)/i.test(line)
  return {
    copyrights: lines.filter(isCopyright).map((line) => line.trim()),
    terms: `${lines
      .filter((line, index) => !isCopyright(line, index))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`,
  }
}

function toText(notices: Notices): string {
  const sections = [...notices.values()].map(({ names, copyrights, terms }) =>
    [[...names].sort().join('\n'), [...copyrights].sort().join('\n'), terms].filter((part) => part !== '').join('\n\n'),
  )
  return sections.sort().join(separator)
}
