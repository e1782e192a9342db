// Runs before the first paint: applies the theme a visitor chose, if they chose one.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's preference stands.
}
