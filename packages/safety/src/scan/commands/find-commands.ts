import type { FindingName, Match, ScanSurface } from '../finding.js'
import type { LinePattern } from './line-pattern.js'
import { runningPatterns } from './running-patterns.js'
import { secretPatterns } from './secret-patterns.js'
import { stayingPatterns } from './staying-patterns.js'
import { toolPatterns } from './tool-patterns.js'

const patterns = compile([...secretPatterns, ...runningPatterns, ...stayingPatterns])
const patternsOfTools = [...patterns, ...compile(toolPatterns)]

type Compiled = readonly [name: FindingName, pattern: RegExp, hint: RegExp | undefined]

function compile(list: readonly LinePattern[]): readonly Compiled[] {
  return list.map(([name, source, hint]) => [name, new RegExp(source, 'gi'), hint])
}

/** Vendors whose installers are commonly piped into a shell. */
const installers =
  /https:\/\/(?:sh\.rustup\.rs|astral\.sh|bun\.sh|deno\.land|get\.docker\.com|get\.pnpm\.io|fnm\.vercel\.app|install\.python-poetry\.org|mise\.run|get\.volta\.sh|fly\.io|ollama\.com|tailscale\.com|starship\.rs|get\.k3s\.io|install\.julialang\.org|get\.helm\.sh|deb\.nodesource\.com|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|ohmyzsh\/ohmyzsh|helm\/helm))(?=[/\s"'`)|])/i

function isKnownInstaller(command: string): boolean {
  return installers.test(command) && command.match(/:\/\//g)?.length === 1
}

/** `curl ... | bash`, `curl * | bash`: a pattern without an address. */
const withoutAddress = /^\w+\s{1,3}(?:-\S{1,12}\s{1,3}){0,4}["'<]?(?:\.{3}|…|\*|url|https?:\/\/\.{3})[">']?\s{0,3}\|/i
const ownServer = /^[^|]{0,120}?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/][^|]{0,160}\|/i

function isHarmlessPipe(command: string): boolean {
  return isKnownInstaller(command) || withoutAddress.test(command) || ownServer.test(command)
}

export function findCommands(text: string, surface: ScanSurface): readonly Match[] {
  const all = surface === 'tool-description' ? patternsOfTools : patterns
  const hints = new Map<RegExp | undefined, boolean>([[undefined, true]])
  const mayMatch = (hint: RegExp | undefined): boolean => {
    const known = hints.get(hint) ?? hint?.test(text) ?? true
    hints.set(hint, known)
    return known
  }
  const wanted = all.filter(([, , hint]) => mayMatch(hint))
  return wanted.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => name !== 'pipe_to_shell' || !isHarmlessPipe(found))
      .map(({ 0: found, index }) => ({ name, start: index, end: index + found.length })),
  )
}
