import { ConfigError } from '@hermes/core'
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, Scalar, type YAMLError } from 'yaml'
import { isSection, type Section } from '../../schema/section.js'

/** A parsed config file: its values, their positions, and edits that leave the rest of the file unchanged. */
export interface ConfigDocument {
  /** The values when the file was read, without empty sections and settings. */
  readonly values: Section
  /** Returns the line of a path, counted from 1. */
  lineOf(path: readonly PropertyKey[]): number | undefined
  has(path: readonly string[]): boolean
  /** Sets a value. @throws {ConfigError} when a part of the path is not a section. */
  set(path: readonly string[], value: unknown): void
  /** Appends to the list at a path, and creates it if needed. Its items and their comments are kept. */
  append(path: readonly string[], values: readonly unknown[]): void
  remove(path: readonly string[]): void
  /** Returns the text of the file, with its comments and order. */
  toString(): string
}

/**
 * Parses a config file. The name is only used in messages.
 * @throws {ConfigError} with line and column when the text is not valid YAML.
 */
export function parseConfigDocument(file: string, text: string): ConfigDocument {
  const lines = new LineCounter()
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [error] = yaml.errors
  if (error) throw malformed(file, error, lines)
  return {
    values: withoutNulls(toValues(file, yaml)),
    lineOf: (path) => {
      const offset = offsetOf(yaml, path)
      return offset === undefined ? undefined : lines.linePos(offset).line
    },
    has: (path) => yaml.hasIn(path),
    set: (path, value) => {
      openSections(file, yaml, path)
      yaml.setIn(path, value)
    },
    append: (path, values) => {
      openSections(file, yaml, path)
      const list = yaml.getIn(path, true)
      if (isSeq(list)) for (const value of values) list.add(yaml.createNode(value))
      else yaml.setIn(path, yaml.createNode(values))
    },
    remove: (path) => removeSetting(yaml, path),
    toString: () => yaml.toString({ lineWidth: 0 }),
  }
}

function malformed(file: string, error: YAMLError, lines: LineCounter): ConfigError {
  const { line, col } = lines.linePos(error.pos[0])
  const reason = isOverflow(error) ? 'it is nested too deeply' : error.message.split('\n')[0]?.replace(/[.:]$/, '')
  return new ConfigError(
    '',
    `${file} is not valid YAML, line ${line}, column ${col}: ${reason}. Correct that line; the file was not changed.`,
    { cause: error },
  )
}

function toValues(file: string, yaml: Document): Section {
  const values = toPlain(file, yaml) ?? {}
  if (isSection(values)) return values
  throw new ConfigError(
    '',
    `${file} must contain settings, with lines such as "model:" and "  default: gpt-5"; it contains something else.`,
  )
}

function toPlain(file: string, yaml: Document): unknown {
  try {
    const values: unknown = yaml.toJS()
    // Throws for an alias that is inside the node it refers to.
    JSON.stringify(values)
    return values
  } catch (error) {
    if (isOverflow(error))
      throw new ConfigError('', `${file} cannot be read: it is nested too deeply.`, { cause: error })
    throw new ConfigError(
      '',
      `${file} cannot be read: its aliases (*name) are broken or too many. Write the values out.`,
      {
        cause: error,
      },
    )
  }
}

function isOverflow(error: unknown): boolean {
  return error instanceof Error && error.message.includes('call stack')
}

/** Removes empty settings. An empty section (`model:` with nothing below) counts as absent. */
function withoutNulls(section: Section): Section {
  const entries = Object.entries(section).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([key, value]) => [key, isSection(value) ? withoutNulls(value) : value]))
}

/** Returns the offset of a setting's key node, or of a list item's node. */
function offsetOf(yaml: Document, path: readonly PropertyKey[]): number | undefined {
  const parent = path.length > 1 ? yaml.getIn(path.slice(0, -1), true) : yaml.contents
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => String(key) === String(path.at(-1)))
    return isNode(pair?.key) ? pair.key.range?.[0] : undefined
  }
  const node = yaml.getIn(path, true)
  return isNode(node) ? node.range?.[0] : undefined
}

/** Removes a setting. A section that becomes empty keeps its name and comments, and is not written as `{}`. */
function removeSetting(yaml: Document, path: readonly string[]): void {
  yaml.deleteIn(path)
  const parent = path.slice(0, -1)
  const section = parent.length === 0 ? undefined : yaml.getIn(parent, true)
  if (!isMap(section) || section.items.length > 0) return
  const nothing = new Scalar(null)
  nothing.source = ''
  yaml.setIn(parent, nothing)
}

/** Turns each section on the path that has no content, or an empty text in its place, into one that can hold settings. */
function openSections(file: string, yaml: Document, path: readonly string[]): void {
  if (isMap(yaml.contents) && yaml.contents.items.length === 0) yaml.contents.flow = false
  for (let depth = 1; depth < path.length; depth++) {
    const section = path.slice(0, depth)
    const node = yaml.getIn(section, true)
    // An empty section is written as `{}`. New content must not keep that style.
    if (isMap(node) && node.items.length === 0) node.flow = false
    if (node === undefined || isMap(node)) continue
    if (!isScalar(node) || (node.value !== null && node.value !== '')) {
      const name = section.join('.')
      throw new ConfigError(name, `${name} in ${file} must be a section: correct it by hand first.`)
    }
    yaml.setIn(section, yaml.createNode({}))
  }
}
