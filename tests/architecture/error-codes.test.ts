import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { readSources, readText } from './source-files.js'

const listed = [...readText('docs/errors.md').matchAll(/^\| `([a-z-]+\/[a-z-]+)` \|/gm)].map(([, code = '']) => code)
const kinds = membersOf('packages/core/src/contracts/errors/error-kinds.ts')
const codes = [
  ...(kinds.get('TransportErrorKind') ?? []).map((kind) => `transport/${kind}`),
  ...(kinds.get('StoreErrorKind') ?? []).map((kind) => `store/${kind}`),
  ...(kinds.get('PlatformErrorKind') ?? []).map((kind) => `platform/${kind}`),
  ...(membersOf('packages/core/src/contracts/errors/error-codes.ts').get('ErrorCode') ?? []),
]

/** Returns the strings in each union that a file exports. */
function membersOf(path: string): ReadonlyMap<string, readonly string[]> {
  const { body } = parseSync(path, readText(path)).program
  const unions = body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined
    if (declaration?.type !== 'TSTypeAliasDeclaration' || declaration.typeAnnotation.type !== 'TSUnionType') return []
    const texts = declaration.typeAnnotation.types.flatMap((type) =>
      type.type === 'TSLiteralType' && type.literal.type === 'Literal' && typeof type.literal.value === 'string'
        ? [type.literal.value]
        : [],
    )
    return [[declaration.id.name, texts] as const]
  })
  return new Map(unions)
}

test('lists every code once, and no others', () => {
  expect(codes.length).toBeGreaterThan(90)
  expect(listed.toSorted()).toEqual(codes.toSorted())
})

test('uses every code in an error', () => {
  const shipped = readSources().filter(({ isTest, path }) => !isTest && !path.endsWith('/error-codes.ts'))
  const text = shipped.map(({ path }) => readText(path)).join('\n')
  const unused = codes.filter((code) => {
    const [prefix, kind] = code.split('/')
    return !text.includes(`'${code}'`) && !(text.includes(`\`${prefix}/\${`) && text.includes(`'${kind}'`))
  })
  expect(unused).toEqual([])
})
