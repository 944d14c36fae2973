import { type ExportDefaultDeclaration, type ImportDeclaration, type Node, type Program, parse } from 'acorn'

const options = { ecmaVersion: 'latest', allowHashBang: true } as const

/**
 * Rewrites an ES module as a script. Imports become calls of the kernel, and exports become plain declarations.
 * Top-level constants become variables, because a later program could not declare their names again with `let` or
 * `class`.
 */
export function rewriteModule(code: string): string {
  const program = parse(code, { ...options, sourceType: 'module' })
  return applyEdits(code, [...program.body.flatMap((node) => editsOf(node, code)), ...dynamicImports(program)])
}

/** Rewrites a script with top-level `await`. Top-level constants become variables here, too. */
export function rewriteScript(code: string): string {
  const program = parse(code, { ...options, sourceType: 'script', allowAwaitOutsideFunction: true })
  return applyEdits(code, [...program.body.flatMap(redeclarable), ...dynamicImports(program)])
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = code
  for (const { start, end, text } of edits.toSorted((left, right) => right.start - left.start)) {
    const lines = code.slice(start, end).split('\n').length - 1
    result = result.slice(0, start) + text + '\n'.repeat(lines) + result.slice(end)
  }
  return result
}

function editsOf(node: Program['body'][number], code: string): readonly Edit[] {
  const { start, end } = node
  switch (node.type) {
    case 'ImportDeclaration':
      return [{ start, end, text: toCall(node, code) }]
    case 'ExportAllDeclaration':
      return [{ start, end, text: '' }]
    case 'ExportNamedDeclaration':
      return [
        { start, end: node.declaration?.start ?? end, text: '' },
        ...(node.declaration ? redeclarable(node.declaration) : []),
      ]
    case 'ExportDefaultDeclaration':
      return defaultExport(node)
    default:
      return redeclarable(node)
  }
}

/** Replaces `const` with `let`. Keeps the columns, which error messages contain. */
function redeclarable(node: Program['body'][number]): readonly Edit[] {
  if (node.type !== 'VariableDeclaration' || node.kind !== 'const') return []
  return [{ start: node.start, end: node.start + 'const'.length, text: 'let  ' }]
}

function defaultExport({ start, end, declaration }: ExportDefaultDeclaration): readonly Edit[] {
  if ('id' in declaration && declaration.id) return [{ start, end: declaration.start, text: '' }]
  return [
    { start, end: declaration.start, text: 'void (' },
    { start: declaration.end, end, text: ');' },
  ]
}

/** Name of the kernel function that replaces `import`, which does not work in evaluated code. */
const importFunction = '__hermes_import'

function toCall({ specifiers, source, attributes }: ImportDeclaration, code: string): string {
  const text = (node: Node) => code.slice(node.start, node.end)
  const wanted = attributes.length > 0 ? `, { with: { ${attributes.map(text).join(', ')} } }` : ''
  const loaded = `await ${importFunction}(${text(source)}${wanted})`
  const named = specifiers.flatMap((specifier) => {
    if (specifier.type === 'ImportDefaultSpecifier') return [`default: ${specifier.local.name}`]
    return specifier.type === 'ImportSpecifier' ? [`${text(specifier.imported)}: ${specifier.local.name}`] : []
  })
  const whole = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')?.local.name
  const declarations = [
    ...(whole ? [`${whole} = ${loaded}`] : []),
    ...(named.length > 0 ? [`{ ${named.join(', ')} } = ${whole ?? loaded}`] : []),
  ]
  return declarations.length > 0 ? `let ${declarations.join(', ')};` : `${loaded};`
}

function dynamicImports(program: Program): readonly Edit[] {
  const edits: Edit[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === 'ImportExpression') {
      edits.push({ start: value.start, end: value.start + 'import'.length, text: importFunction })
    }
    Object.values(value).forEach(visit)
  }
  visit(program)
  return edits
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
