document.documentElement.lang = "en";
