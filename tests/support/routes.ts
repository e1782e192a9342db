/** Everything that a build lets in from outside, read from Next.js's own lists: server actions, handlers and pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';

const built = join(import.meta.dirname, '../../.next/server');
const read = (file: string) => JSON.parse(readFileSync(join(built, file), 'utf8'));

/** A server action: where it is written, and a page of the site that may call it. */
export interface ServerAction {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly path: string;
}

/** Stands for any parameter of an address. */
const PARAMETER = '1';
const pathOf = (route: string) =>
  route
    .replace(/\/(page|route)$/, '')
    .replace(/\/\([^)]+\)/g, '')
    .replace(/\[[^\]]+\]/g, PARAMETER) || '/';

export function serverActions(): ServerAction[] {
  const { node } = read('server-reference-manifest.json') as {
    node: Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>;
  };
  return Object.entries(node).map(([id, { workers, filename, exportedName }]) => ({
    id,
    file: filename,
    name: exportedName,
    path: pathOf((Object.keys(workers)[0] ?? '').replace(/^app/, '')),
  }));
}

/** Pages and handlers by the address of their file, as in `/admin/[shop]/page`, with a path that leads to each. */
export function routes(kind: 'page' | 'route'): { file: string; path: string }[] {
  const manifest = read('app-paths-manifest.json') as Record<string, string>;
  return Object.keys(manifest)
    .filter((file) => file.endsWith(`/${kind}`))
    .map((file) => ({ file, path: pathOf(file) }));
}

/** Calls an action as a browser would, with any fields, whatever the page's forms look like. */
export function callAction(
  request: APIRequestContext,
  action: ServerAction,
  fields: Readonly<Record<string, string>>,
  base = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<APIResponse> {
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.append(`_1_${name}`, value);
  // The arguments, after all parts that they name: the answer before, and the form that the parts above are of.
  multipart.append('0', '[{"status":"idle"},"$K1"]');
  return request.post(`${base}${action.path}`, {
    headers: { 'next-action': action.id, accept: 'text/x-component', ...headers },
    multipart,
    maxRedirects: 0,
  });
}
