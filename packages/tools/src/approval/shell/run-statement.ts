import { isCommandVariable } from '../unwrap/hooks.js'
import { type Data, fromText, isKnown, join, noData, unknownData, type Word, withText } from './data.js'
import { expandHereDocument, expandValue, expandWord, type WordContext } from './expand-word.js'
import { isForkBomb } from './fork-bomb.js'
import { type Frame, holdsSecrets, readFile, takeStep, writeFile } from './frame.js'
import type { Redirect } from './invocation.js'
import { createSubshell, readVariable, writeVariable } from './scope.js'
import type { SyntaxNode } from './syntax-tree.js'

type Run = (node: SyntaxNode, frame: Frame) => Data

const mostItems = 12

/** Follows a statement the way the shell would and returns what it writes to its output, as far as that can be known. */
export function runStatement(node: SyntaxNode, frame: Frame): Data {
  // Whatever is left is not followed once the command has proved too complex.
  if (frame.trace.budget <= 0) return unknownData
  return (statements.get(node.type) ?? runOther)(node, frame)
}

const runSequence: Run = (node, frame) => join(node.children.map((child) => runStatement(child, frame)))

const runBranches: Run = (node, frame) => {
  const inner = { ...frame, conditional: true }
  return join(node.children.map((child) => runStatement(child, inner)))
}

const runSubshell: Run = (node, frame) => runSequence(node, { ...frame, scope: createSubshell(frame.scope) })

/** `a && b`, `a || b`: what follows may not run. */
const runList: Run = (node, frame) =>
  join(
    node.children.map((child, index) =>
      runStatement(
        child,
        index === 0
          ? frame
          : { ...frame, conditional: frame.conditional || node.children.some((part) => part.type === '||') },
      ),
    ),
  )

const runPipeline: Run = (node, frame) => {
  let { stdin } = frame
  let output = noData
  for (const child of node.children) {
    if (child.type === '|' || child.type === '|&') continue
    if (frame.trace.budget <= 0) return unknownData
    output = runStatement(child, { ...frame, stdin, scope: createSubshell(frame.scope) })
    stdin = output
  }
  return output
}

const runRedirected: Run = (node, frame) => {
  const [body, ...rest] = node.children
  const isBare = body?.field !== 'body'
  const redirections = readRedirections(isBare ? node.children : rest, frame)
  const inner = redirections.stdin ? { ...frame, stdin: redirections.stdin } : frame
  const output = isBare || !body ? noData : runRedirectedBody(body, inner, redirections)
  if (isBare || body?.type !== 'command') frame.trace.run.invocation({ argv: [], redirects: redirections.list }, inner)
  return followHereDocument(rest, output, frame, redirections)
}

function runRedirectedBody(body: SyntaxNode, frame: Frame, { list, outputs }: Redirections): Data {
  const output = body.type === 'command' ? runCommand(body, frame, list) : runStatement(body, frame)
  for (const { operator, target } of outputs) writeFile(target, output, frame, operator.includes('>>'))
  return outputs.length > 0 ? noData : output
}

/** The grammar hangs what follows `<<EOF` on the same line below the redirection: `cat <<EOF | sh && rm x`. */
function followHereDocument(nodes: readonly SyntaxNode[], output: Data, frame: Frame, { outputs }: Redirections): Data {
  let result = outputs.length > 0 ? noData : output
  for (const node of nodes.flatMap((redirect) => (redirect.type === 'heredoc_redirect' ? redirect.children : []))) {
    if (node.type === 'pipeline') result = runPipeline(node, { ...frame, stdin: result })
    else if (node.field === 'right') result = join([result, runStatement(node, frame)])
  }
  return result
}

interface Redirections {
  readonly list: readonly Redirect[]
  /** Those that take the standard output. */
  readonly outputs: readonly Redirect[]
  readonly stdin?: Data
}

function readRedirections(nodes: readonly SyntaxNode[], frame: Frame): Redirections {
  const list: Redirect[] = []
  const outputs: Redirect[] = []
  let stdin: Data | undefined
  for (const node of nodes.flatMap((child) => [child, ...(child.type === 'heredoc_redirect' ? child.children : [])])) {
    if (node.type === 'heredoc_redirect') stdin = readHereDocument(node, frame)
    if (node.type === 'herestring_redirect') stdin = readHereString(node, frame)
    if (node.type !== 'file_redirect') continue
    for (const redirect of readFileRedirect(node, frame)) {
      list.push(redirect)
      if (redirect.operator === '<') stdin = readInput(redirect.target, frame)
      else if (!/^[02-9]/.test(frame.tree.source.slice(node.start, node.end))) outputs.push(redirect)
    }
  }
  return { list, outputs, ...(stdin ? { stdin } : {}) }
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

function readInput(target: Word, frame: Frame): Data {
  const content = readFile(target, frame)
  if (content) return content
  if (target.text === '/dev/null') return noData
  if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) return { ...unknownData, origin: 'remote' }
  return { ...unknownData, origin: 'file', secret: holdsSecrets(target, frame) }
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

const runIf: Run = (node, frame) => runBranches(node, frame)

const runFor: Run = (node, frame) => {
  const name = node.children.find((child) => child.field === 'variable')
  const body = node.children.find((child) => child.field === 'body')
  if (!name || !body) return runOther(node, frame)
  const words = node.children
    .filter((child) => child.field === 'value')
    .flatMap((child) => expandWord(child.start, child.end, toContext(frame)))
  const hasList = node.children.some((child) => child.field === 'value')
  const items: readonly Data[] = hasList ? words : frame.scope.positional
  const variable = frame.tree.source.slice(name.start, name.end)
  const isLong = items.length > mostItems
  const rounds = isLong ? [...items.slice(0, mostItems), unknownData] : items.length > 0 ? items : [unknownData]
  const outputs = rounds.map((item) => {
    writeVariable(frame.scope, variable, [item])
    return takeStep(frame) ? runStatement(body, frame) : unknownData
  })
  return join(outputs)
}

const runWhile: Run = (node, frame) => {
  const { stdin, tree } = frame
  const readsLines = /^(?:while|until)\s+(?:IFS=\S*\s+)?read\b/.test(tree.source.slice(node.start, node.start + 80))
  if (!readsLines || !stdin || !isKnown(stdin)) return runBranches(node, frame)
  const lines = stdin.text.split('\n').filter((line) => line !== '')
  return join(
    lines
      .slice(0, mostItems)
      .map((text) => (takeStep(frame) ? runBranches(node, { ...frame, stdin: { ...stdin, text } }) : unknownData)),
  )
}

const runFunction: Run = (node, frame) => {
  const name = node.children.find((child) => child.field === 'name')
  const body = node.children.find((child) => child.field === 'body')
  if (!name || !body) return noData
  const text = frame.tree.source.slice(name.start, name.end)
  if (isForkBomb(body, text, frame.tree.source)) frame.trace.problems.add('fork-bomb')
  frame.scope.functions.set(text, { tree: frame.tree, body })
  return noData
}

const runAssignment: Run = (node, frame) => {
  const assignment = readAssignment(node, frame)
  if (assignment) assign(assignment.name, assignment.values, frame)
  return noData
}

/** The shell runs or expands the values of these by itself. */
const evaluatedVariables = /^(?:PS[0-4]|BASH_ENV|ENV)$/

function assign(name: string, values: readonly Data[], frame: Frame): void {
  const { scope } = frame
  const before = scope.variables.get(name)
  if (frame.conditional && before && before[0]?.text !== values[0]?.text) scope.alternatives.set(name, before)
  writeVariable(scope, name, values)
  evaluateVariable(name, values[0] ?? noData, frame)
}

function evaluateVariable(name: string, value: Data, frame: Frame): void {
  if (name === 'PROMPT_COMMAND') frame.trace.run.text(value, frame)
  else if (isCommandVariable(name)) frame.trace.run.text(value, { ...frame, lenient: true })
  else if (evaluatedVariables.test(name)) {
    frame.trace.run.reevaluate(value, frame)
    const content = readFile({ glob: false, ...value }, frame)
    if (content) frame.trace.run.text(content, frame)
  }
}

interface Assignment {
  readonly name: string
  readonly values: readonly Data[]
}

function readAssignment(node: SyntaxNode, frame: Frame): Assignment | undefined {
  const { source } = frame.tree
  const target = node.children.find((child) => child.field === 'name')
  const value = node.children.find((child) => child.field === 'value')
  if (!target) return undefined
  const name = /^[A-Za-z_]\w*/.exec(source.slice(target.start, target.end))?.[0]
  if (name === undefined) return undefined
  const values = value ? readValues(value, frame) : [noData]
  const before = readVariable(frame.scope, name)
  if (target.type === 'subscript') runStatement(target, frame)
  if (target.type === 'subscript') return { name, values: [...(before ?? []), ...values] }
  const appends = source.slice(target.end, target.end + 2) === '+='
  if (!appends || !before) return { name, values }
  return { name, values: value?.type === 'array' ? [...before, ...values] : [join([...before, ...values])] }
}

function readValues(value: SyntaxNode, frame: Frame): readonly Data[] {
  const context = toContext(frame)
  if (value.type !== 'array') return [expandValue(value.start, value.end, context)]
  return value.children
    .filter((child) => child.type !== '(' && child.type !== ')')
    .flatMap((child) => expandWord(child.start, child.end, context))
}

const runDeclaration: Run = (node, frame) => {
  const words: Word[] = []
  const assignments: Assignment[] = []
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const assignment = readAssignment(child, frame)
      if (!assignment) continue
      assignments.push(assignment)
      words.push(fromText(`${assignment.name}=${assignment.values[0]?.text ?? ''}`))
    } else words.push(...expandWord(child.start, child.end, toContext(frame)))
  }
  const output = frame.trace.run.invocation({ argv: words }, frame)
  // After the builtin, which knows plain texts only: a list stays a list.
  for (const { name, values } of assignments) assign(name, values, frame)
  return output
}

function runCommand(node: SyntaxNode, frame: Frame, outer: readonly Redirect[] = []): Data {
  if (!takeStep(frame)) return unknownData
  const output = runCommandOnce(node, frame, outer)
  runAlternatives(node, frame, outer)
  return output
}

/** A variable that a branch may have changed: the command is followed with the other value as well. */
function runAlternatives(node: SyntaxNode, frame: Frame, outer: readonly Redirect[]): void {
  if (frame.scope.alternatives.size === 0) return
  const text = frame.tree.source.slice(node.start, node.end)
  for (const [name, values] of frame.scope.alternatives) {
    if (!text.includes('$') || !new RegExp(`\\$\\{?${name}\\b`).test(text)) continue
    const scope = { ...createSubshell(frame.scope), alternatives: new Map<string, readonly Data[]>() }
    scope.variables.set(name, values)
    runCommandOnce(node, { ...frame, scope }, outer)
  }
}

function runCommandOnce(node: SyntaxNode, frame: Frame, outer: readonly Redirect[]): Data {
  const environment = new Map<string, Data>()
  const spans: { start: number; end: number }[] = []
  const redirections = readRedirections(node.children, frame)
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const assignment = readAssignment(child, frame)
      if (!assignment) continue
      environment.set(assignment.name, assignment.values[0] ?? noData)
      evaluateVariable(assignment.name, assignment.values[0] ?? noData, frame)
    } else if (!/_redirect$/.test(child.type)) addSpan(spans, child, frame.tree.source)
  }
  const argv = spans.flatMap(({ start, end }) => expandWord(start, end, toContext(frame)))
  const redirects = [...outer, ...redirections.list]
  const inner = redirections.stdin ? { ...frame, stdin: redirections.stdin } : frame
  const output = frame.trace.run.invocation({ argv, environment, redirects }, inner)
  for (const { operator, target } of redirections.outputs) writeFile(target, output, frame, operator.includes('>>'))
  return redirections.outputs.length > 0 ? noData : output
}

/** The grammar ends a word at an escaped line break; the shell does not. */
function addSpan(spans: { start: number; end: number }[], node: SyntaxNode, source: string): void {
  const last = spans.at(-1)
  if (last && last.end < node.start && /^(?:\\\n)+$/.test(source.slice(last.end, node.start))) last.end = node.end
  else spans.push({ start: node.start, end: node.end })
}

/** Tests, arithmetic, case values: only what is substituted in them runs. */
const runOther: Run = (node, frame) => {
  if (node.type === 'comment' || node.type === 'heredoc_body') return noData
  const context = toContext(frame)
  if (frame.tree.expansions.has(node.start) && frame.tree.expansions.get(node.start) === node) {
    expandValue(node.start, node.end, context)
    return noData
  }
  if (node.type === 'variable_name') {
    const value = readVariable(frame.scope, frame.tree.source.slice(node.start, node.end))?.[0]
    if (value) context.reevaluate(value)
  }
  if (node.type === 'raw_string') context.reevaluate(expandValue(node.start, node.end, context))
  for (const child of node.children) runStatement(child, frame)
  return noData
}

function toContext(frame: Frame): WordContext {
  return {
    tree: frame.tree,
    scope: frame.scope,
    capture: (node) => capture(node, frame),
    giveUp: () => frame.trace.problems.add('too-complex'),
    connect: (node) => capture(node, frame),
    reevaluate: (data) => frame.trace.run.reevaluate(data, frame),
  }
}

function capture(node: SyntaxNode, frame: Frame): Data {
  const inner = { ...frame, stdin: undefined, depth: frame.depth + 1, scope: createSubshell(frame.scope) }
  if (!takeStep(inner)) return unknownData
  const { source } = frame.tree
  const text = source.slice(node.start, node.end)
  if (text.startsWith('`') && text.includes('\\')) {
    return frame.trace.run.text(fromText(text.slice(1, -1).replace(/\\([\\`$])/g, '$1')), inner)
  }
  const [redirect] = node.children.filter((child) => child.type === 'file_redirect')
  if (redirect) return readRedirections([redirect], inner).stdin ?? noData
  return runSequence(node, inner)
}

const statements: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['program', runSequence],
  ['compound_statement', runSequence],
  ['do_group', runSequence],
  ['subshell', runSubshell],
  ['list', runList],
  ['pipeline', runPipeline],
  ['redirected_statement', runRedirected],
  ['negated_command', runSequence],
  ['ERROR', runSequence],
  ['if_statement', runIf],
  ['elif_clause', runBranches],
  ['else_clause', runBranches],
  ['case_statement', runBranches],
  ['case_item', runBranches],
  ['while_statement', runWhile],
  ['for_statement', runFor],
  ['c_style_for_statement', runBranches],
  ['function_definition', runFunction],
  ['variable_assignment', runAssignment],
  ['variable_assignments', runSequence],
  ['declaration_command', runDeclaration],
  ['unset_command', runDeclaration],
  ['command', (node, frame) => runCommand(node, frame)],
])
