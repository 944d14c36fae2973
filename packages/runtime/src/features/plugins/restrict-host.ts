import { type Capability, CapabilityError, type Host } from '@hermes/core/extension'

/**
 * Limits the host of a plugin to its declared capabilities. Accessing anything else throws an error that names the missing
 * capability. Functions are passed through.
 */
export function restrictHost(host: Host, plugin: string, capabilities: readonly Capability[] = []): Host {
  const require = (capability: Capability) => {
    if (!capabilities.includes(capability)) throw new CapabilityError(plugin, capability)
    return host
  }
  return {
    logger: host.logger,
    redact: (text) => host.redact(text),
    now: () => host.now(),
    get environment() {
      return require('environment').environment
    },
    get folders() {
      return require('home').folders
    },
    auxiliary: (task) => require('models').auxiliary(task),
    get fetch() {
      return require('network').fetch
    },
    get questions() {
      return require('questions').questions
    },
    get store() {
      return require('store').store
    },
    get variables() {
      return require('variables').variables
    },
  }
}
