export type { ContainerPolicy } from './container.js'
export type { ContainerLimits, ContainerOptions } from './container-options.js'
export { createDockerEnvironment, type DockerEnvironmentOptions, type DockerServices } from './docker-environment.js'
