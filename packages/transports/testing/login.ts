import type { FakeAuthorization } from '@hermes/testkit'
import { authServices, type LoginContext, type Person } from '../src/auth/index.js'

/** A user who notes what was shown, and does with a page what the test says. */
export function watchingPerson(onPage: (page: string) => unknown = () => undefined) {
  const shown: { page: string; code?: string }[] = []
  const person: Person = {
    async showCode({ page, code }) {
      shown.push({ page, code })
    },
    async showPage({ page }) {
      shown.push({ page })
      await onPage(page)
    },
  }
  return { person, shown }
}

export function loginContext(server: FakeAuthorization, more: Partial<LoginContext> = {}): LoginContext {
  return {
    issuer: server.issuer,
    person: watchingPerson().person,
    signal: new AbortController().signal,
    services: authServices(),
    ...more,
  }
}

/** A browser that follows one redirect, as the user's own would. */
export async function browse(page: string): Promise<void> {
  await fetch(page)
}
