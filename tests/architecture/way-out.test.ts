import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isNode } from './literals.js'
import { readSources, readText } from './source-files.js'

/** Whether a file uses the platform's `fetch`, which knows no proxy, instead of one that it was given. */
function usesGlobalFetch(path: string): boolean {
  const text = readText(path)
  if (!/\bfetch\b/.test(text)) return false
  let isBound = false
  let isUsed = false
  let isNamed = false
  const visit = (value: unknown, binds: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, binds)
    if (!isNode(value) || value.type.startsWith('TS')) return
    switch (value.type) {
      case 'Identifier':
        if (value.name !== 'fetch') return
        if (binds) isBound = true
        else isUsed = true
        return
      case 'MemberExpression': {
        const { object, property } = value
        const isGlobal = object.type === 'Identifier' && object.name === 'globalThis'
        if (isGlobal && property.type === 'Identifier' && property.name === 'fetch') isNamed = true
        visit(object, false)
        if (value.computed) visit(property, false)
        return
      }
      case 'Property':
        if (value.computed) visit(value.key, false)
        visit(value.value, binds)
        return
      case 'MethodDefinition':
      case 'PropertyDefinition':
        visit(value.value, false)
        return
      case 'AssignmentPattern':
        visit(value.left, binds)
        visit(value.right, false)
        return
      case 'VariableDeclarator':
        visit(value.id, true)
        visit(value.init, false)
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        visit(value.params, true)
        visit(value.body, false)
        return
      default:
        for (const part of Object.values(value)) visit(part, binds)
    }
  }
  visit(parseSync(path, text).program, false)
  return isNamed || (isUsed && !isBound)
}

/** The files that use the platform's `fetch`, with the reason. */
const census: Readonly<Record<string, string>> = {
  'apps/gateway/src/service/running/readiness-of.ts': 'asks a gateway of this machine',
  'packages/tools/src/web/search/ask-service.ts': 'a default for embedders: the runtime hands over its own',
  'packages/transports/src/auth/auth-services.ts': 'the same',
  'packages/transports/src/catalog/create-catalog.ts': 'the same',
  'packages/transports/src/openai-chat/fetch/index.ts': 'for embedders whose platform has nothing else',
  'packages/transports/src/resolve/find-local-servers.ts': 'asks servers of this machine',
  'packages/transports/src/shared/http/fetch-from-variables.ts': 'the fetch that knows the proxy',
  'packages/transports/src/shared/http/proxied-fetch.ts': 'its way to hosts that need no proxy',
}

test('reaches other hosts with a fetch that knows the proxy', () => {
  const shipped = readSources().filter(({ isTest, workspace }) => !isTest && workspace !== 'packages/testkit')
  const found = shipped.map(({ path }) => path).filter(usesGlobalFetch)
  expect(found.toSorted()).toEqual(Object.keys(census))
})
