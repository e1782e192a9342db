/** What a machine finds against a page, for people who see, hear or move differently. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * A text for each fault of the page. Nothing here is in frames: axe's way for those opens a page of its own
 * to put their results together, which takes longer than the whole analysis.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}
