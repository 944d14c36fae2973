import * as z from 'zod'
import { platformSchema } from '../schema/platforms-schema.js'
import { type PlatformField, toField } from './platform-field.js'

/** The settings that all chat networks have, and that a text can set: not the package, which says what other settings there are. */
export function commonFields(network: string): readonly PlatformField[] {
  const { properties = {} } = z.toJSONSchema(platformSchema(), { io: 'input' })
  return Object.entries(properties).flatMap(([name, schema]) =>
    name === 'use' || typeof schema === 'boolean' || schema.type === 'object'
      ? []
      : [toField(network, name, schema, false)],
  )
}
